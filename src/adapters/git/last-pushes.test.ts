import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newFixture, type Fixture } from '../../../test/git-fixture/fixture.js';

/** A branch with one commit of its own, on what a remote has, and who pushes as whom. */
function withRemote(...flags: string[]) {
  const repo = newFixture(...flags);
  repo.write({ 'a.ts': 'one\n' }).commit('base');
  repo.git('init', '--quiet', '--bare', ...flags, `${repo.root}/remote.git`);
  repo.git('remote', 'add', 'origin', `${repo.root}/remote.git`);
  repo.git('checkout', '--quiet', '-b', 'topic');
  repo.write({ 'a.ts': 'two\n' }).commit('head');
  return repo;
}

function pushAs(repo: Fixture, name: string, ...refs: string[]): void {
  const env = { ...repo.env, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: `${name.toLowerCase()}@example.invalid` };
  execFileSync('git', ['push', '--quiet', 'origin', ...refs], { cwd: repo.directory, env, stdio: 'pipe' });
}

const by = (name: string, ref = 'refs/remotes/origin/topic') => ({
  ref,
  by: { name, email: `${name.toLowerCase()}@example.invalid` },
});

const lastPushes = async (repo: Fixture, range = 'main..topic', directory?: string) =>
  (await repo.freeze({ kind: 'range', range }, undefined, directory)).change.pushes;

describe('who last pushed the head', () => {
  it.each([[[]], [['--object-format=sha256']]])('is who brought it to each branch of a remote (%j)', async (flags) => {
    const repo = withRemote(...flags);
    expect(await lastPushes(repo)).toEqual([]);
    pushAs(repo, 'Linus', 'main');
    expect(await lastPushes(repo)).toEqual([]);
    pushAs(repo, 'Ada', 'topic');
    pushAs(repo, 'Édouard', 'topic:other');
    expect(await lastPushes(repo)).toEqual([by('Édouard', 'refs/remotes/origin/other'), by('Ada')]);
  });

  it('is who pushed last, where the branch held it more than once', async () => {
    const repo = withRemote();
    pushAs(repo, 'Ada', 'topic');
    pushAs(repo, 'Ada', '+main:topic');
    pushAs(repo, 'Linus', 'topic');
    expect(await lastPushes(repo)).toEqual([by('Linus')]);
  });

  it('is who pushed commits on top of it with it, and not who pushed more of them later', async () => {
    const repo = withRemote();
    const head = repo.git('rev-parse', 'HEAD');
    repo.write({ 'b.ts': 'one\n' }).commit('on top');
    pushAs(repo, 'Ada', 'topic');
    repo.write({ 'b.ts': 'two\n' }).commit('more');
    pushAs(repo, 'Linus', 'topic');
    expect(await lastPushes(repo, `main..${head}`)).toEqual([by('Ada')]);
  });

  it('is nobody where other content was pushed, or it came by a fetch', async () => {
    const repo = withRemote();
    pushAs(repo, 'Ada', 'topic');
    repo.write({ 'a.ts': 'three\n' }).commit('not pushed');
    repo.git('checkout', '--quiet', '-b', 'unlike', 'main');
    repo.write({ 'b.ts': 'one\n' }).commit('unlike');
    pushAs(repo, 'Linus', 'unlike');
    expect(await lastPushes(repo)).toEqual([]);
    repo.git('push', '--quiet', `${repo.root}/remote.git`, 'topic:fetched');
    repo.git('fetch', '--quiet');
    expect(await lastPushes(repo)).toEqual([]);
  });

  it('is known in every worktree of the clone, and not asked for what is no commit', async () => {
    const repo = withRemote();
    pushAs(repo, 'Ada', 'topic');
    repo.git('worktree', 'add', '--quiet', `${repo.root}/linked`, 'main');
    expect(await lastPushes(repo, 'main..topic', `${repo.root}/linked`)).toEqual([by('Ada')]);
    repo.write({ 'a.ts': 'three\n' });
    expect((await repo.freeze({ kind: 'worktree' })).change).not.toHaveProperty('pushes');
  });

  it('is read from files alone: no pipe is waited for, no link followed, and objects may be gone', async () => {
    const repo = withRemote();
    pushAs(repo, 'Ada', 'topic');
    const logs = repo.path('.git', 'logs', 'refs', 'remotes', 'origin');
    execFileSync('mkfifo', [`${logs}/pipe`]);
    symlinkSync(`${logs}/topic`, `${logs}/link`);
    const gone = '1'.repeat(40);
    repo.write({ [`.git/logs/refs/remotes/origin/gone`]: `${gone} ${gone} Eve <e@x> 1 +0000\tupdate by push\n` });
    expect(await lastPushes(repo)).toEqual([by('Ada')]);
    rmSync(repo.path('.git', 'logs'), { recursive: true });
    mkdirSync(repo.path('.git', 'logs', 'refs'), { recursive: true });
    expect(await lastPushes(repo)).toEqual([]);
  });
});
