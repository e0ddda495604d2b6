import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../domain/model/refusal.js';
import { cloneOf, Fixture, newFixture } from '../../../test/git-fixture/fixture.js';
import { openRepository } from './open-repository.js';

/** main: base, ahead; topic (checked out): base, one, two. */
function branched(): Fixture {
  const repo = newFixture();
  repo.write({ a: 'a\n' }).commit('base');
  repo.git('branch', 'topic');
  repo.write({ main: 'm\n' }).commit('ahead');
  repo.git('checkout', '-q', 'topic');
  repo.write({ one: '1\n' }).commit('one');
  repo.write({ two: '2\n' }).commit('two');
  return repo;
}

async function paths(repo: Fixture, range: string): Promise<string[]> {
  const { change } = await repo.freeze({ kind: 'range', range });
  return change.files.map(({ path, status }) => `${status} ${path}`);
}

describe('the default change', () => {
  it('is the branch against its merge base with the default branch', async () => {
    const { change } = await branched().freeze({ kind: 'default' });
    expect(change.title).toBe('main...topic');
    expect(change.files.map(({ path }) => path)).toEqual(['one', 'two']);
    expect(change.commits.map(({ message }) => message)).toEqual(['two', 'one']);
  });

  it('is the last commit on the default branch itself', async () => {
    const repo = branched();
    repo.git('checkout', '-q', 'main');
    const { change } = await repo.freeze({ kind: 'default' });
    expect(change.title).toMatch(/^last commit on main \([0-9a-f]{12}\)$/);
    expect(change.files.map(({ path }) => path)).toEqual(['main']);
    expect(change.notes).toEqual([]);
  });

  it('is nothing where the branch has nothing of its own: an approval would be of a commit that others made', async () => {
    const repo = branched();
    repo.git('checkout', '-q', '-b', 'same', 'main');
    await expect(repo.refusal({ kind: 'default' })).resolves.toMatchObject({
      code: 'nothing_to_review',
      message: 'same has no commit that main lacks.',
    });
  });

  it('is the last commit, with a note, where HEAD is on no branch and holds no more, or no default branch is known', async () => {
    const repo = branched();
    repo.git('checkout', '-q', '--detach', 'main');
    const same = await repo.freeze({ kind: 'default' });
    expect(same.change.files.map(({ path }) => path)).toEqual(['main']);
    expect(same.change.notes.join()).toContain('no commit that main lacks');
    repo.git('branch', '-D', 'main');
    const unknown = await repo.freeze({ kind: 'default' });
    expect(unknown.change.files.map(({ path }) => path)).toEqual(['main']);
    expect(unknown.change.notes.join()).toContain('default branch is not known');
  });

  it('follows origin/HEAD, also on a detached head', async () => {
    const origin = branched();
    origin.git('branch', '-m', 'main', 'stable');
    origin.git('checkout', '-q', 'stable');
    const clone = cloneOf(origin);
    clone.git('checkout', '-q', '--detach', 'origin/topic');
    const { change } = await clone.freeze({ kind: 'default' });
    expect(change.title).toBe('origin/stable...HEAD');
    expect(change.files.map(({ path }) => path)).toEqual(['one', 'two']);
  });

  it('of a root commit is everything', async () => {
    const repo = newFixture();
    repo.write({ a: 'a\n' }).commit('root');
    const { change } = await repo.freeze({ kind: 'default' });
    expect(change.baseCommit).toBeUndefined();
    expect(change.files).toMatchObject([{ status: 'A', path: 'a' }]);
    expect(change.commits).toHaveLength(1);
  });
});

describe('a range', () => {
  it('A..B has exactly these ends, and says when A went on', async () => {
    const repo = branched();
    const { change } = await repo.freeze({ kind: 'range', range: 'main..topic' });
    expect(change.files.map(({ path, status }) => `${status} ${path}`)).toEqual(['D main', 'A one', 'A two']);
    expect(change.notes.join()).toContain('main...topic');
    expect(await paths(repo, 'topic~1..topic')).toEqual(['A two']);
    expect(await paths(repo, 'HEAD~2..')).toEqual(['A one', 'A two']);
    expect(await paths(repo, '..main')).toEqual(['A main', 'D one', 'D two']);
  });

  it('A...B and --base start at the merge base', async () => {
    const repo = branched();
    expect(await paths(repo, 'main...topic')).toEqual(['A one', 'A two']);
    const { change } = await repo.freeze({ kind: 'base', base: 'main' });
    expect(change).toMatchObject({ title: 'main...HEAD', source: 'range' });
    expect(change.files.map(({ path }) => path)).toEqual(['one', 'two']);
  });

  it('one revision is that commit, by any name git knows', async () => {
    const repo = branched();
    repo.git('tag', '-a', '-m', 'tag', 'v1', 'topic~1');
    repo.git('config', 'branch.topic.remote', '.');
    repo.git('config', 'branch.topic.merge', 'refs/heads/main');
    repo.git('pack-refs', '--all');
    expect(await paths(repo, 'v1')).toEqual(['A one']);
    expect(await paths(repo, ':/ahead')).toEqual(['A main']);
    expect(await paths(repo, '@{upstream}')).toEqual(['A main']);
    expect(await paths(repo, 'HEAD@{1}')).toEqual(['A one']);
    expect(await paths(repo, '@{u}...')).toEqual(['A one', 'A two']);
    expect(await paths(repo, 'HEAD^!')).toEqual(['A two']);
    expect(await paths(repo, 'topic~1^-')).toEqual(['A one']);
    repo.git('merge', '--quiet', '--no-edit', 'main');
    expect(await paths(repo, 'HEAD^-')).toEqual(['A main']);
    expect(await paths(repo, 'HEAD^-2')).toEqual(['A one', 'A two']);
    expect(await repo.refusal({ kind: 'range', range: 'HEAD^@' })).toMatchObject({ remedy: 'Name the commit: HEAD.' });
    const left = await repo.refusal({ kind: 'range', range: '^main' });
    expect(left.remedy).toBe('Name both ends: main..HEAD.');
    expect(await paths(repo, repo.git('rev-parse', '--short', 'topic~1'))).toEqual(['A two']);
  });

  it('with several merge bases takes the first of git, with a note', async () => {
    const repo = newFixture();
    repo.write({ a: 'a\n' }).commit('root');
    repo.git('checkout', '-q', '-b', 'x');
    const x = repo.write({ x: 'x\n' }).commit('x1');
    repo.git('checkout', '-q', '-b', 'y', 'main');
    const y = repo.write({ y: 'y\n' }).commit('y1');
    repo.git('merge', '-q', '-m', 'y2', x);
    repo.git('checkout', '-q', 'x');
    repo.git('merge', '-q', '-m', 'x2', y);
    repo.write({ last: 'l\n' }).commit('x3');
    const { change } = await repo.freeze({ kind: 'range', range: 'y...x' });
    expect(change.baseCommit).toBe(repo.git('merge-base', 'y', 'x'));
    expect(change.notes.join()).toContain('2 merge bases');
  });

  it('is refused where it names nothing, with the nearest names', async () => {
    const repo = branched();
    for (const range of [
      'topci',
      'main..topci',
      '-p',
      '--output=/tmp/x',
      'a\nb',
      'topic:one',
      'HEAD~99',
      '^main',
      ' ',
    ]) {
      const refusal = await repo.refusal({ kind: 'range', range });
      expect(refusal).toMatchObject({ code: 'unknown_revision' });
      expect(refusal.remedy).toBeTruthy();
    }
    expect((await repo.refusal({ kind: 'base', base: 'topci' })).message).toContain('topic');
  });

  it('is refused where nothing changed or no history is shared', async () => {
    const repo = branched();
    expect(await repo.refusal({ kind: 'range', range: 'main..main' })).toMatchObject({ code: 'nothing_to_review' });
    repo.git('commit', '-q', '--allow-empty', '-m', 'empty');
    expect(await repo.refusal({ kind: 'range', range: 'HEAD' })).toMatchObject({ code: 'nothing_to_review' });
    repo.git('checkout', '-q', '--orphan', 'other');
    repo.commit('other root');
    expect(await repo.refusal({ kind: 'range', range: 'main...other' })).toMatchObject({ code: 'no_merge_base' });
  });

  it('is refused where the patch is larger than allowed', async () => {
    const repo = branched();
    const opened = await openRepository(repo.directory, { env: repo.env, longestPatch: 20 });
    if (isRefusal(opened)) throw new Error(opened.message);
    expect(await opened.freeze({ kind: 'default' })).toMatchObject({ refused: true, code: 'too_large' });
  });
});

describe('the repository', () => {
  it('is found upwards, and refused where there is none', async () => {
    const repo = branched();
    mkdirSync(repo.path('deep', 'er'), { recursive: true });
    const { change } = await repo.freeze({ kind: 'default' }, undefined, repo.path('deep', 'er'));
    expect(change.files).toHaveLength(2);
    expect(await repo.refusal({ kind: 'default' }, repo.root)).toMatchObject({ code: 'not_a_repository' });
    expect(await repo.refusal({ kind: 'default' }, repo.path('a'))).toMatchObject({ code: 'not_a_directory' });
    expect(await openRepository(repo.directory, { env: { PATH: repo.root } })).toMatchObject({
      code: 'git_not_installed',
    });
  });

  it('without commits is refused for a range, and read from the index and the worktree', async () => {
    const repo = newFixture();
    expect(await repo.refusal({ kind: 'default' })).toMatchObject({ code: 'no_commits' });
    expect(await repo.refusal({ kind: 'range', range: 'HEAD' })).toMatchObject({ code: 'no_commits' });
    expect(await repo.refusal({ kind: 'staged' })).toMatchObject({ code: 'nothing_to_review' });
    repo.write({ staged: 's\n', untracked: 'u\n' }).git('add', 'staged');
    const staged = await repo.freeze({ kind: 'staged' });
    expect(staged.change.files).toMatchObject([{ path: 'staged', status: 'A' }]);
    expect(staged.change.notes.join()).toContain('no commit yet');
    const worktree = await repo.freeze({ kind: 'worktree' });
    expect(worktree.change.files.map(({ path }) => path)).toEqual(['staged', 'untracked']);
  });

  it('may be a worktree of git: its own HEAD and index, the store of the clone', async () => {
    const repo = branched();
    const linked = new Fixture(repo.root, join(repo.root, 'linked'));
    repo.git('worktree', 'add', '-q', '-b', 'other', linked.directory, 'main');
    linked.write({ other: 'o\n' }).commit('other');
    linked.write({ loose: 'l\n' });
    const opened = await openRepository(linked.directory, { env: repo.env });
    expect(opened).toMatchObject({ top: linked.directory, commonDirectory: repo.path('.git') });
    expect((await linked.freeze({ kind: 'default' })).change.files.map(({ path }) => path)).toEqual(['other']);
    expect((await linked.freeze({ kind: 'worktree' })).change.files.map(({ path }) => path)).toEqual(['loose']);
  });

  it('may be bare: ranges are read, a worktree and an index are refused', async () => {
    const bare = cloneOf(branched(), '--bare');
    expect((await bare.freeze({ kind: 'range', range: 'topic' })).change.files).toHaveLength(1);
    expect(await openRepository(bare.directory, { env: bare.env })).toMatchObject({ top: undefined });
    expect(await bare.refusal({ kind: 'worktree' })).toMatchObject({ code: 'no_worktree' });
    expect(await bare.refusal({ kind: 'staged' })).toMatchObject({ code: 'no_worktree' });
  });

  it('may be shallow: what lies behind the boundary is refused, never shown as new', async () => {
    const origin = branched();
    const clone = cloneOf(origin, '--depth=1', '--no-single-branch');
    for (const range of ['HEAD', 'origin/main...HEAD']) {
      const refusal = await clone.refusal({ kind: 'range', range });
      expect(refusal).toMatchObject({ code: 'shallow_boundary' });
      expect(refusal.remedy).toContain('git fetch --unshallow');
    }
    expect(await clone.refusal({ kind: 'range', range: 'HEAD~1..HEAD' })).toMatchObject({ code: 'unknown_revision' });
    expect(await paths(clone, 'origin/main..HEAD')).toEqual(['D main', 'A one', 'A two']);
  });

  it('shows the commits behind a boundary that is only claimed', async () => {
    const repo = branched();
    const [two = '', one = '', base = ''] = repo.git('log', '--format=%H').split('\n');
    repo.write({ '.git/shallow': [two, one, base, ''].join('\n') });
    const { change } = await repo.freeze({ kind: 'range', range: 'main...topic' });
    expect(change.baseCommit).toBe(base);
    expect(change.commits.map(({ id }) => id)).toEqual([two, one]);
  });

  it('is refused where a merge hides commits behind a parent that is not there', async () => {
    const repo = branched();
    const tree = repo.git('rev-parse', 'topic^{tree}');
    const body = `tree ${tree}\nparent ${repo.git('rev-parse', 'topic')}\nparent ${'1'.repeat(40)}\n`;
    const who = 'Ada <ada@example.invalid> 1700000000 +0000';
    const commit = `${body}author ${who}\ncommitter ${who}\n\nmerge\n`;
    const merge = repo.gitWithInput(commit, 'hash-object', '-t', 'commit', '-w', '--stdin');
    repo.write({ '.git/shallow': `${merge}\n` });
    const refusal = await repo.refusal({ kind: 'range', range: `main..${merge}` });
    expect(refusal).toMatchObject({ code: 'shallow_boundary' });
  });

  it('may borrow objects of others', async () => {
    const borrowed = cloneOf(branched(), '--shared');
    const twice = new Fixture(borrowed.root, join(borrowed.root, 'twice'));
    borrowed.git('clone', '-q', '--shared', borrowed.directory, twice.directory);
    expect(await paths(twice, 'HEAD~1..HEAD')).toEqual(['A two']);
  });

  it('that lost an object is refused', async () => {
    const repo = branched();
    const blob = repo.git('rev-parse', 'HEAD:two');
    rmSync(repo.path('.git', 'objects', blob.slice(0, 2), blob.slice(2)));
    expect(await repo.refusal({ kind: 'range', range: 'HEAD' })).toMatchObject({ code: 'missing_objects' });
  });

  it('is refused where git is too old to be asked', async () => {
    const repo = newFixture();
    writeFileSync(join(repo.root, 'git'), '#!/bin/sh\necho --path-format=absolute\n', { mode: 0o755 });
    const refusal = await openRepository(repo.directory, { env: { PATH: repo.root } });
    expect(refusal).toMatchObject({ refused: true, code: 'git_too_old' });
  });

  it.runIf(process.getuid?.() === 0)('of another user is refused until the user calls it safe', async () => {
    const repo = branched();
    chownSync(repo.directory, 12345, 12345);
    chownSync(repo.path('.git'), 12345, 12345);
    const refusal = await repo.refusal({ kind: 'default' });
    expect(refusal).toMatchObject({ code: 'unsafe_directory' });
    expect(refusal.remedy).toContain('safe.directory');
    repo.git('config', '--global', 'safe.directory', repo.directory);
    expect((await repo.freeze({ kind: 'default' })).change.files).toHaveLength(2);
  });
});
