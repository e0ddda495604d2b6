import { describe, expect, it } from 'vitest';
import { lines, newFixture, type Fixture } from '../../../test/git-fixture/fixture.js';

/** A commit that brings a line and a test, and one of somebody else in the same file afterwards. */
function history(): { readonly repo: Fixture; readonly brought: string } {
  const repo = newFixture();
  repo.write({ a: lines(1, 40), other: 'o\n' }).commit('first');
  repo.write({ a: `${lines(1, 40)}brought\n`, test: 't\n' }).commit('brings');
  const brought = repo.git('rev-parse', 'HEAD');
  repo.write({ a: `before\n${lines(1, 40)}brought\n` }).commit('between');
  return { repo, brought };
}

describe('a change that takes a commit back', () => {
  it('does so line for line, whatever came between', async () => {
    const { repo, brought } = history();
    repo.git('revert', '--no-edit', brought);
    const frozen = await repo.lastCommit();
    expect(await frozen.takesBack(brought)).toBe(true);
    expect(await frozen.takesBack(brought.slice(0, 12))).toBe(true);
    expect(await frozen.takesBack(repo.git('rev-parse', 'HEAD~1'))).toBe(false);
  });

  it('does not where it does more, or less', async () => {
    const { repo, brought } = history();
    repo.git('revert', '--no-commit', brought);
    repo.write({ other: 'more\n' }).commit('more');
    expect(await (await repo.lastCommit()).takesBack(brought)).toBe(false);
    repo.git('reset', '--hard', 'HEAD~1');
    repo.remove('test').commit('less');
    expect(await (await repo.lastCommit()).takesBack(brought)).toBe(false);
  });

  it('does not where white space differs, which is meaning in some languages', async () => {
    const repo = newFixture();
    const body = (indent: string): string => `def f(a):\n    if a:\n        g()\n${indent}h()\n`;
    repo.write({ 'a.py': body('    ') }).commit('first');
    repo.write({ 'a.py': `${body('    ').replace('h()', 'k()')}k()\n`, test: 't\n' }).commit('brings');
    const brought = repo.git('rev-parse', 'HEAD');
    repo
      .write({ 'a.py': body('        ') })
      .remove('test')
      .commit('takes back, nearly');
    expect(await (await repo.lastCommit()).takesBack(brought)).toBe(false);
    repo.git('reset', '--hard', brought);
    repo.git('revert', '--no-edit', brought);
    expect(await (await repo.lastCommit()).takesBack(brought)).toBe(true);
  });

  it('does not where the base does not hold that commit, or there is none', async () => {
    const { repo } = history();
    repo.remove('test').commit('the test alone');
    // Made to be taken back: it brings what the change removes, but beside the history.
    const made = repo.git('commit-tree', 'HEAD~1^{tree}', '-p', 'HEAD', '-m', 'made');
    const frozen = await repo.lastCommit();
    expect(await frozen.takesBack(made)).toBe(false);
    for (const id of ['f'.repeat(40), 'HEAD', '--all', '']) expect(await frozen.takesBack(id)).toBe(false);
    const first = repo.git('rev-list', '--max-parents=0', 'HEAD');
    expect(await frozen.takesBack(first)).toBe(false);
  });
});
