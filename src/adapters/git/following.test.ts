import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Project } from '../../../test/kit/project.js';
import type { FrozenChange, Repository } from '../../application/ports/repository.js';
import { isRefusal } from '../../domain/model/refusal.js';
import { openRepository } from './open-repository.js';

async function frozen(repository: Repository, range: string, following?: FrozenChange): Promise<FrozenChange> {
  const found = await repository.freeze({ kind: 'range', range, ...(following && { following }) });
  if (isRefusal(found)) throw new Error(found.message);
  return found;
}

const before = process.env['TMPDIR'];
// Others on the machine open views too.
beforeAll(() => (process.env['TMPDIR'] = mkdtempSync(join(tmpdir(), 'following-'))));
afterAll(() => {
  rmSync(tmpdir(), { recursive: true });
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
});

const views = () => readdirSync(tmpdir()).filter((name) => name.startsWith('countersign-view-')).length;

/** A change on a branch, and two commits that go on from it. */
async function project() {
  const on = new Project();
  on.commit('chore: begin', { 'a.txt': 'one\n', 'b.txt': 'b\n' });
  on.git('switch', '--quiet', '--create', 'topic');
  on.commit('feat: change', { 'a.txt': 'two\n', 'c.txt': 'c\n' });
  const repository = await openRepository(on.directory);
  if (isRefusal(repository)) throw new Error(repository.message);
  const known = await frozen(repository, 'main..topic');
  on.commit('fix: once', { 'a.txt': 'three\n' });
  on.commit('fix: twice', { 'd.txt': 'd\n' });
  const [second = '', first = '', head = '', base = ''] = on.git('log', '--format=%H').trim().split('\n');
  return { on, repository, known, base, head, first, second };
}

describe('a range that goes on from a frozen change', () => {
  it.each([
    ['', false],
    [', by gits that wait for it too', true],
  ])('is what it is when read from the beginning, and opens no view of its own%s', async (_how, waiting) => {
    const { repository, known, base, head, first, second } = await project();
    for (const range of [`${base}..${first}`, `${base}..${second}`, `${head}..${first}`, `${first}..${second}`]) {
      const before = views();
      if (waiting) known.getReady();
      const short = await frozen(repository, range, known);
      expect(views()).toBe(before);
      const long = await frozen(repository, range);
      // The rules in force are those of the change that it goes on from.
      expect(short.change).toEqual({ ...long.change, notes: [] });
      expect(await short.listTree('head')).toEqual(await long.listTree('head'));
      const [file] = short.change.files;
      expect(await short.hunks(file?.path ?? '')).toEqual(await long.hunks(file?.path ?? ''));
      await Promise.all([short.close(), long.close()]);
    }
    expect(await known.readFile('head', 'a.txt')).toEqual(Buffer.from('two\n'));
    await known.close();
  });

  it.each<[string, (on: Awaited<ReturnType<typeof project>>) => string]>([
    [
      'has another base',
      ({ on, base, second }) => `${on.git('commit-tree', '-m', 'x', `${base}^{tree}`).trim()}..${second}`,
    ],
    ['names no commits by their ids', () => 'main..topic'],
    [
      'goes on by a merge',
      ({ on, base }) => {
        on.git('switch', '--quiet', '--create', 'other', base);
        on.commit('feat: other', { 'e.txt': 'e\n' });
        on.git('merge', '--quiet', '--no-ff', '--no-edit', 'topic');
        return `${base}..${on.git('rev-parse', 'HEAD').trim()}`;
      },
    ],
  ])('is read from the beginning where it %s', async (_what, rangeOf) => {
    const around = await project();
    const range = rangeOf(around);
    const before = views();
    const found = await frozen(around.repository, range, around.known);
    expect(views()).toBe(before + 1);
    await Promise.all([found.close(), around.known.close()]);
  });

  it('whose tree is gone is refused, also where a git waits that would say nothing', async () => {
    const { on, repository, known, base, second } = await project();
    known.getReady();
    const tree = on.git('rev-parse', `${second}^{tree}`).trim();
    rmSync(join(on.directory, '.git', 'objects', tree.slice(0, 2), tree.slice(2)));
    const found = await repository.freeze({ kind: 'range', range: `${base}..${second}`, following: known });
    expect(found).toMatchObject({ code: 'missing_objects' });
    await known.close();
  });

  it('of the same content is nothing to review', async () => {
    const { on, repository, known, base, first } = await project();
    const back = on.git('commit-tree', '-p', first, '-m', 'undo', `${base}^{tree}`).trim();
    const found = await repository.freeze({ kind: 'range', range: `${base}..${back}`, following: known });
    expect(found).toMatchObject({ code: 'nothing_to_review' });
    await known.close();
  });
});
