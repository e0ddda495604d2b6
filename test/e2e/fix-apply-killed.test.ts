import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReviewDocument } from '../../src/application/queries/document.js';
import { fakeAgents } from '../kit/agent-configuration.js';
import { Project } from '../kit/project.js';
import { until } from '../kit/until.js';

const program = resolve('dist/main/countersign.js');
const sum = 'export function sum(a, b) {\n  // TODO check for overflow\n  return a + b;\n}\n';
const many = 400;

/** Takes the line away that is objected to, and adds so many files that putting them into the worktree takes its time. */
const mender = {
  script: `
import { mkdirSync, writeFileSync } from 'node:fs';
writeFileSync('src/sum.js', ${JSON.stringify(sum.replace('  // TODO check for overflow\n', ''))});
mkdirSync('src/parts');
for (let n = 0; n < ${many}; n += 1) writeFileSync('src/parts/' + n + '.js', 'export const part = ' + n + ';\\n');
console.log('done');
`,
};

type Moment = 'before' | 'while' | 'after';

/** Whoever asked git to move the branch is killed with all of its group, before git does, while it does, or after it. */
function killing(on: Project, moment: Moment): string {
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const kill = 'kill -9 "-$PPID"';
  const body = {
    before: `${kill}\nexec "${real}" "$@"`,
    while: `"${real}" "$@" &\nwhile [ ! -e .git/index.lock ] && kill -0 $! 2>/dev/null; do :; done\n${kill}\nwait $!`,
    after: `"${real}" "$@"\n${kill}`,
  }[moment];
  const directory = join(on.home, 'bin');
  mkdirSync(directory);
  const script = `#!/bin/sh\ncase " $* " in\n*" merge --ff-only "*)\n${body}\n;;\n*) exec "${real}" "$@" ;;\nesac\n`;
  writeFileSync(join(directory, 'git'), script);
  chmodSync(join(directory, 'git'), 0o755);
  return `${directory}:${process.env['PATH'] ?? ''}`;
}

function project(): Project {
  const on = new Project();
  const agents = ['strong', 'mender'].map((name) => `  ${name}:\n    driver: command\n`).join('');
  const review = 'review:\n  parallel_models: [strong]\n  auto_approve: true\n';
  on.commit('chore: begin', {
    'README.md': '# Sums\n',
    '.countersign/policy.yaml': `protocol: panel\nagents:\n${agents}${review}`,
  });
  return on.commit('feat: add', { 'src/sum.js': sum });
}

/** Notes are wrapped to the width of the terminal. */
const said = (text: string) => text.replace(/\s+/gu, ' ');

const words = ['review', '--fix', '--fix-by', 'mender', '--apply'];

/** Runs in a group of its own, as a terminal runs it. */
async function killed(on: Project, env: Readonly<Record<string, string>>): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: on.directory,
    env: { HOME: on.home, ...env },
    stdio: 'ignore',
    detached: true,
  });
  return new Promise((settle) => child.once('close', (_code, signal) => settle(signal)));
}

describe('putting a fix on the branch, killed', () => {
  it.each<Moment>(['before', 'while', 'after'])(
    '%s git moves it: is done whole, and the next run says so',
    async (moment) => {
      const on = project();
      const agents = fakeAgents({ strong: 'picky', mender });
      const from = on.git('rev-parse', 'HEAD').trim();
      expect(await killed(on, { ...agents, PATH: killing(on, moment) })).toBe('SIGKILL');
      await until(() => {
        expect(existsSync(join(on.directory, '.git/index.lock'))).toBe(false);
        expect(on.git('rev-parse', 'HEAD').trim()).not.toBe(from);
      });
      expect(on.git('status', '--porcelain')).toBe('');
      expect(on.git('ls-files', 'src/parts').trim().split('\n')).toHaveLength(many);

      const again = await on.run([...words, '--json'], agents);
      expect(said(again.stderr)).toContain('stands on main already: the run that put it there ended before it said so');
      const [, id = ''] = /the fix that review ([0-9A-Z]+) approved/u.exec(said(again.stderr)) ?? [];
      const shown = JSON.parse((await on.run(['show', id, '--json'])).stdout) as ReviewDocument;
      expect(shown.fix?.applied).toEqual({ branch: 'main', commit: on.git('rev-parse', 'HEAD').trim() });
      expect((await on.run(['verify'])).code).toBe(0);
    },
  );

  it('before it is begun: leaves all as it was, and the next run names the fix that waits', async () => {
    const on = project();
    const agents = fakeAgents({ strong: 'picky', mender });
    const from = on.git('rev-parse', 'HEAD').trim();
    const path = killing(on, 'before').split(':');
    // Killed at the first look at the user's branch.
    const file = join(path[0] ?? '', 'git');
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    writeFileSync(
      file,
      `#!/bin/sh\ncase " $* " in\n*" core.commitGraph=false "*" rev-parse --verify --quiet HEAD "*) kill -9 "-$PPID" ;;\nesac\nexec "${real}" "$@"\n`,
    );
    expect(await killed(on, { ...agents, PATH: path.join(':') })).toBe('SIGKILL');
    expect(on.git('rev-parse', 'HEAD').trim()).toBe(from);
    expect(on.git('status', '--porcelain')).toBe('');
    const kept = on.git('for-each-ref', '--format=%(objectname)', 'refs/countersign/fix').trim();
    const again = await on.run([...words, '--json'], agents);
    expect(said(again.stderr)).toContain(`is not on the branch: git merge --ff-only ${kept}`);
  });
});
