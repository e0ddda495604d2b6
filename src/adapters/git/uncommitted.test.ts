import { execFileSync } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFixture, type Fixture } from '../../../test/git-fixture/fixture.js';

function project(): Fixture {
  const repo = newFixture();
  repo.write({ a: 'a\n', b: 'b\n', '.gitignore': 'ignored\n' }).commit('base');
  repo.write({ a: 'A\n' }).commit('head');
  return repo;
}

describe('what is not committed beside a change that ends at HEAD', () => {
  it.each([{ kind: 'default' }, { kind: 'base', base: 'HEAD^' }, { kind: 'range', range: 'HEAD^..HEAD' }] as const)(
    'is counted for %o',
    async (request) => {
      const repo = project();
      expect((await repo.freeze(request)).change).not.toHaveProperty('uncommitted');
      repo.write({ staged: 's\n' }).git('add', 'staged');
      repo.write({ b: 'edited\n', untracked: 'u\n', ignored: 'i\n', 'dir/one': '1\n', 'dir/two': '2\n' });
      const { change } = await repo.freeze(request);
      expect(change.files.map(({ path }) => path)).toEqual(['a']);
      expect(change.uncommitted).toEqual({ staged: 1, unstaged: 1, untracked: 2 });
    },
  );

  it('is not told of a change that ends elsewhere, nor of a worktree or an index', async () => {
    const repo = project();
    repo.git('branch', 'old', 'HEAD^');
    repo.write({ c: 'c\n' }).git('add', 'c');
    for (const request of [{ kind: 'range', range: 'old' }, { kind: 'staged' }, { kind: 'worktree' }] as const)
      expect((await repo.freeze(request)).change).not.toHaveProperty('uncommitted');
  });

  it('leaves out what the user ignores and what only a setting of line ends makes seem edited', async () => {
    const repo = project();
    mkdirSync(join(repo.home, 'mine'));
    writeFileSync(join(repo.home, 'mine', 'ignore'), 'private\n');
    repo.git('config', '--global', 'core.excludesFile', '~/mine/ignore');
    repo.git('config', 'core.autocrlf', 'true');
    repo.write({ b: 'b\r\nb\r\n' }).git('commit', '--quiet', '-am', 'line ends');
    utimesSync(repo.path('b'), 1, 1);
    writeFileSync(repo.path('.git', 'info', 'exclude'), 'excluded\n');
    repo.write({ private: 'p\n', excluded: 'e\n' });
    expect((await repo.freeze({ kind: 'default' })).change).not.toHaveProperty('uncommitted');
  });

  it('runs nothing that the repository or a submodule names', async () => {
    const repo = project();
    const { command, sprung } = repo.trap();
    const inner = repo.path('sub');
    execFileSync('git', ['init', '--quiet', inner], { env: repo.env });
    execFileSync('git', ['commit', '--quiet', '--allow-empty', '-m', 'inner'], { cwd: inner, env: repo.env });
    repo.git('add', 'sub');
    repo.write({ '.gitattributes': 'b filter=trap\n' }).git('add', '.gitattributes');
    repo.git('commit', '--quiet', '-m', 'sub');
    for (const directory of [repo.directory, inner])
      for (const [key, value] of [
        ['core.fsmonitor', command],
        ['filter.trap.clean', command],
        ['core.hooksPath', repo.root],
      ] as const)
        execFileSync('git', ['config', key, value], { cwd: directory, env: repo.env });
    repo.write({ b: 'edited\n', 'sub/new': 'n\n' });
    const { change } = await repo.freeze({ kind: 'default' });
    expect(change.uncommitted).toEqual({ staged: 0, unstaged: 1, untracked: 0 });
    expect(sprung()).toBe(false);
  });
});
