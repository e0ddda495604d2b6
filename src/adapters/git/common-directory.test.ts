import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cloneOf, Fixture, newFixture } from '../../../test/git-fixture/fixture.js';
import { commonDirectory, repositoryRoots } from './common-directory.js';
import { openRepository } from './open-repository.js';

function committed(): Fixture {
  const repo = newFixture();
  repo.write({ 'sub/a': 'a\n' }).commit('base');
  return repo;
}

function looksBare(directory: string, head: string): void {
  for (const name of ['objects', 'refs']) mkdirSync(join(directory, name), { recursive: true });
  writeFileSync(join(directory, 'HEAD'), head);
}

describe('the common directory, found without git', () => {
  it('is where git finds it: in a worktree, a linked one, a bare repository and a git directory', async () => {
    const repo = committed();
    repo.git('worktree', 'add', '-q', '../linked');
    const bare = cloneOf(repo, '--bare');
    const places = [repo.path('sub'), join(repo.root, 'linked'), bare.directory, repo.path('.git', 'refs')];
    for (const directory of [...places, repo.path('.git', 'worktrees', 'linked')]) {
      const git = new Fixture(repo.root, directory).git('rev-parse', '--path-format=absolute', '--git-common-dir');
      expect(await commonDirectory(directory)).toBe(git);
    }
  });

  it('is no folder that only looks like a repository', async () => {
    const repo = committed();
    looksBare(repo.path('sub'), 'nothing\n');
    mkdirSync(repo.path('sub', '.git'));
    expect(await commonDirectory(repo.path('sub'))).toBe(repo.path('.git'));
  });

  it('nothing is reviewed where `.git` points to no repository', async () => {
    const repo = committed();
    repo.write({ 'sub/.git': 'gitdir: ../nowhere\n' });
    const opened = await openRepository(repo.path('sub'), { env: repo.env });
    expect(opened).toMatchObject({ refused: true });
  });

  it.each(['ref: refs/heads/main\n', `${'a'.repeat(40)}\n`])(
    'is refused for a bare repository in the worktree of another: HEAD %j',
    async (head) => {
      const repo = committed();
      looksBare(repo.path('sub'), head);
      const refusal = { code: 'nested_bare_repository' };
      expect(await commonDirectory(repo.path('sub', 'objects'))).toMatchObject(refusal);
      expect(await openRepository(repo.path('sub'), { env: repo.env })).toMatchObject(refusal);
      expect(await repositoryRoots(repo.path('sub'))).toContain(repo.directory);
    },
  );
});
