import { closest, distance } from 'fastest-levenshtein';
import { refuse, type Refusal } from '../../domain/model/refusal.js';

import { readCommit } from './commits.js';
import { mustGit } from './git-process.js';
import type { History } from './history.js';
import { noCommits } from './refusals.js';
import { inView } from './view.js';

/** Says what the revision could have been, or that there is no commit at all. */
export async function unknownRevision(
  history: History,
  revision: string,
  answer: 'missing' | 'ambiguous',
): Promise<Refusal> {
  if (answer === 'ambiguous') {
    return refuse('unknown_revision', `${revision} is the start of several object ids.`, 'Give more digits.');
  }
  const format = '--format=%(refname:short)';
  const { stdout } = await mustGit(
    inView(history.view, 'for-each-ref', format, 'refs/heads', 'refs/tags', 'refs/remotes'),
  );
  const names = stdout.toString('utf8').split('\n').filter(Boolean);
  if (names.length === 0 && typeof (await readCommit(history.objects, 'HEAD')) === 'string') return noCommits();
  const nearest = nearestNames(revision, names);
  const hint = nearest.length === 0 ? '' : ` Nearest: ${nearest.join(', ')}.`;
  const shallow = history.shallow ? ' This clone is shallow; `git fetch --unshallow` brings the whole history.' : '';
  return refuse(
    'unknown_revision',
    `${revision} names no commit here.${hint}`,
    `Give a branch, a tag or a commit; \`git log --oneline --all\` lists them.${shallow}`,
  );
}

/** At most three, and only those that a slip of the fingers explains. */
function nearestNames(word: string, names: readonly string[]): string[] {
  const limit = Math.max(2, Math.ceil(word.length / 2));
  const left = names.filter((name) => distance(word, name) <= limit);
  const nearest: string[] = [];
  while (nearest.length < 3 && left.length > 0) {
    const name = closest(word, left);
    nearest.push(name);
    left.splice(left.indexOf(name), 1);
  }
  return nearest;
}
