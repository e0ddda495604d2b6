import { expect, it } from 'vitest';
import { Project } from '../../../test/kit/project.js';
import { commitText } from './commit-text.js';

const at = 1_700_000_000_999;

it.each(['mender', 'My <Agent>', ' .dr. "Who";', 'Ünïcode\nname', '<>'])(
  'is a commit that git takes, by %j',
  (name) => {
    const on = new Project().commit('chore: begin', { 'a.txt': 'one\n' });
    const [tree, parent] = [on.git('rev-parse', 'HEAD^{tree}').trim(), on.git('rev-parse', 'HEAD').trim()];
    on.write({ commit: commitText(tree, parent, { name, at, message: 'fix: mend\n\nWhy.\n' }) });
    const commit = on.git('hash-object', '-t', 'commit', '-w', 'commit').trim();
    on.git('update-ref', 'refs/heads/made', commit);
    on.git('fsck', '--strict', '--no-dangling', commit);
    const shown = on.git('log', '-1', '--format=%an|%cn|%ae|%at|%ct|%P|%B', commit);
    const who = {
      mender: 'mender',
      'My <Agent>': 'My Agent',
      ' .dr. "Who";': 'dr. "Who',
      'Ünïcode\nname': 'Ünïcodename',
    };
    const known = (who as Record<string, string>)[name] ?? 'author';
    const email = `${known.replace(/[^\w.-]+/g, '-')}@countersign.invalid`;
    expect(shown).toBe(`${known}|${known}|${email}|1700000000|1700000000|${parent}|fix: mend\n\nWhy.\n\n`);
  },
);
