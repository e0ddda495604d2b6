import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newFixture, type Fixture } from '../../../test/git-fixture/fixture.js';
import { isRefusal } from '../../domain/model/refusal.js';
import { openAccepted, openHead } from './open-head.js';

function repository() {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-head-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.invalid', ...args], { cwd: directory });
  return { directory, git };
}

async function read(directory: string, path: string): Promise<string | undefined> {
  const head = await openHead(directory);
  if (isRefusal(head)) throw new Error(head.message);
  try {
    const bytes = await head.readFile(path);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString();
  } finally {
    await head.close();
  }
}

it('reads what is committed, not what stands in the worktree', async () => {
  const { directory, git } = repository();
  git('init', '--quiet');
  expect(await read(directory, 'a.txt')).toBeUndefined();
  writeFileSync(join(directory, 'a.txt'), 'committed\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'one');
  git('commit', '--quiet', '--allow-empty', '--message', 'two');
  writeFileSync(join(directory, 'a.txt'), 'edited\n');
  expect(await read(directory, 'a.txt')).toBe('committed\n');
  expect(await read(directory, 'b.txt')).toBeUndefined();
});

it('is refused outside of a repository', async () => {
  const { directory } = repository();
  expect(await openHead(directory)).toMatchObject({ code: 'not_a_repository' });
});

async function accepted(repo: Fixture, path: string): Promise<string | undefined> {
  const opened = await openAccepted(repo.directory);
  if (isRefusal(opened)) throw new Error(opened.message);
  const bytes = await opened.readFile(path);
  await opened.close();
  return bytes === undefined ? undefined : Buffer.from(bytes).toString();
}

describe('what the default branch accepted', () => {
  it('is what stood there when HEAD left it, and on it the newest commit', async () => {
    const repo = newFixture();
    repo.write({ rules: 'accepted' }).commit('rules');
    repo.git('checkout', '-q', '-b', 'topic');
    repo.write({ rules: 'of my own', more: 'm\n' }).commit('rules of my own');
    const read = (path: string) => accepted(repo, path);
    expect([await read('rules'), await read('more')]).toEqual(['accepted', undefined]);
    repo.git('checkout', '-q', 'main');
    repo.git('merge', '-q', 'topic');
    expect([await read('rules'), await read('more')]).toEqual(['of my own', 'm\n']);
  });

  it('is that also where `.git/shallow` claims that the history ends in between', async () => {
    const repo = newFixture();
    repo.write({ rules: 'when it left' }).commit('rules');
    repo.git('checkout', '-q', '-b', 'topic');
    repo.write({ more: 'm\n' }).commit('work');
    const work = repo.git('rev-parse', 'HEAD');
    repo.git('checkout', '-q', 'main');
    repo.write({ rules: 'later' }).commit('other rules');
    repo.git('checkout', '-q', 'topic');
    writeFileSync(join(repo.directory, '.git', 'shallow'), `${work}\n`);
    expect(await accepted(repo, 'rules')).toBe('when it left');
  });
});
