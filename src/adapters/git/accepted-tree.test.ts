import { describe, expect, it } from 'vitest';
import { cloneOf, newFixture, type Fixture } from '../../../test/git-fixture/fixture.js';
import type { ChangeRequest } from '../../application/ports/repository.js';

const rules = '.countersign/policy.yaml';

/** main: the rules, then more; topic (checked out): rules of its author's own, then the work. */
function ruledByItsAuthor(): Fixture {
  const repo = newFixture();
  repo.write({ [rules]: 'main' }).commit('rules');
  repo.git('branch', 'topic');
  repo.write({ other: 'o\n' }).commit('ahead');
  repo.git('checkout', '-q', 'topic');
  repo.write({ [rules]: 'author' }).commit('rules of my own');
  repo.write({ work: 'w\n' }).commit('work');
  return repo;
}

async function inForce(repo: Fixture, request: ChangeRequest) {
  const frozen = await repo.freeze(request);
  const bytes = await frozen.readFile('accepted', rules);
  return {
    rules: bytes === undefined ? undefined : Buffer.from(bytes).toString(),
    notes: frozen.change.notes.join('\n'),
  };
}

describe('the rules in force are those of the base', () => {
  it('that the default branch holds', async () => {
    const repo = ruledByItsAuthor();
    expect(await inForce(repo, { kind: 'default' })).toEqual({ rules: 'main', notes: '' });
    expect(await inForce(repo, { kind: 'base', base: 'main' })).toEqual({ rules: 'main', notes: '' });
  });

  it('where no default branch is known', async () => {
    const repo = ruledByItsAuthor();
    repo.git('branch', '-D', 'main');
    expect(await inForce(repo, { kind: 'range', range: 'HEAD~1..HEAD' })).toEqual({ rules: 'author', notes: '' });
  });
});

describe('where there is a remote, a local default branch ahead of it brings no rules', () => {
  function ahead(): Fixture {
    const origin = ruledByItsAuthor();
    origin.git('checkout', '-q', 'main');
    const clone = cloneOf(origin);
    clone.write({ [rules]: 'unpushed' }).commit('rules of my own');
    clone.git('checkout', '-q', '-b', 'more');
    clone.write({ work: 'w\n' }).commit('work');
    return clone;
  }
  const noted = /The default branch does not hold the base \w{12}: policy and guidelines are those of \w{12}/;

  it.each([
    ['the last commit', { kind: 'range', range: 'HEAD~1..HEAD' }],
    ['the local default branch as the base', { kind: 'base', base: 'main' }],
    ['a range from it', { kind: 'range', range: 'main..more' }],
  ] as const)('%s', async (_, request) => {
    const found = await inForce(ahead(), request);
    expect(found.rules).toBe('main');
    expect(found.notes).toMatch(noted);
  });

  it('also where the remote does not say which branch is its default', async () => {
    const clone = ahead();
    clone.git('symbolic-ref', '--delete', 'refs/remotes/origin/HEAD');
    expect((await inForce(clone, { kind: 'base', base: 'main' })).rules).toBe('main');
  });

  it('until the remote has it', async () => {
    const clone = ahead();
    clone.git('update-ref', 'refs/remotes/origin/main', 'main');
    expect(await inForce(clone, { kind: 'base', base: 'main' })).toEqual({ rules: 'unpushed', notes: '' });
  });
});

describe('a base that only its author accepted brings no rules', () => {
  it.each([
    ['a range', { kind: 'range', range: 'HEAD~1..HEAD' }],
    ['another branch as the base', { kind: 'base', base: 'HEAD~1' }],
  ] as const)('%s', async (_, request) => {
    const found = await inForce(ruledByItsAuthor(), request);
    expect(found.rules).toBe('main');
    expect(found.notes).toMatch(/The default branch does not hold the base \w{12}/);
  });

  it.each(['staged', 'worktree'] as const)('%s', async (kind) => {
    const repo = ruledByItsAuthor();
    repo.write({ more: 'm\n' });
    repo.git('add', 'more');
    expect((await inForce(repo, { kind })).rules).toBe('main');
  });

  it('a history of its own', async () => {
    const repo = ruledByItsAuthor();
    repo.git('checkout', '-q', '--orphan', 'alone');
    repo.write({ [rules]: 'alone' }).commit('rules');
    repo.write({ work: 'x\n' }).commit('work');
    expect((await inForce(repo, { kind: 'range', range: 'HEAD~1..HEAD' })).rules).toBe('main');
  });
});

describe('the default branch holds the base', () => {
  const holds = async (repo: Fixture, request: ChangeRequest) => (await repo.freeze(request)).baseAccepted;

  it('or it does not', async () => {
    const repo = ruledByItsAuthor();
    expect(await holds(repo, { kind: 'default' })).toBe(true);
    expect(await holds(repo, { kind: 'range', range: 'main~1..HEAD' })).toBe(true);
    expect(await holds(repo, { kind: 'range', range: 'HEAD~1..HEAD' })).toBe(false);
  });

  it('which nobody can say where no default branch is known', async () => {
    const repo = ruledByItsAuthor();
    repo.git('branch', '-D', 'main');
    expect(await holds(repo, { kind: 'default' })).toBe(false);
    expect(await holds(repo, { kind: 'range', range: 'HEAD~1..HEAD' })).toBe(false);
  });
});
