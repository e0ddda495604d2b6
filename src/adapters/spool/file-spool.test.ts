import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sealed } from '../../../test/kit/spool.js';
import { lineOf } from '../../domain/spool/line.js';
import { FileSpool } from './file-spool.js';
import { spoolPlaces } from './places.js';

let beside: string;
let fallback: string;
let spool: FileSpool;
const none = { unusable: new Set<string>() };

beforeEach(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'countersign-spool-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  beside = join(parent, 'store', 'spool');
  fallback = join(parent, 'home', 'state', 'spool');
  await mkdir(dirname(beside));
  spool = new FileSpool({ places: [beside, fallback] });
});

const waiting = (place = beside) => join(place, 'waiting.jsonl');

describe('the files of the spool', () => {
  it('are this user’s alone', async () => {
    await spool.keep(sealed());
    expect((await lstat(waiting())).mode & 0o777).toBe(0o600);
    expect((await lstat(beside)).mode & 0o777).toBe(0o700);
  });

  it('stand beside the store, and elsewhere where its directory is the trouble', async () => {
    await rm(dirname(beside), { recursive: true });
    const [away] = [sealed({ at: 1 })];
    await spool.keep(away);
    expect(await readFile(waiting(fallback), 'utf8')).toBe(lineOf(away));
    await mkdir(dirname(beside));
    const near = sealed({ at: 2 });
    await spool.keep(near);
    expect((await spool.take()).entries).toEqual([away, near]);
  });

  it('a directory that nobody may write to is passed over', async () => {
    await writeFile(beside, 'a file in its place');
    await spool.keep(sealed());
    expect(await readdir(fallback)).toEqual(['waiting.jsonl']);
  });

  it('a last line that was cut is skipped and reported, and what comes after it is whole', async () => {
    const [first, torn, last] = [sealed(), sealed(), sealed()];
    await spool.keep(first);
    await spool.keep(torn);
    await truncate(waiting(), (await lstat(waiting())).size - 20);
    await spool.keep(last);
    expect(await spool.status()).toMatchObject({ waiting: 2, unreadable: 1 });
    const taken = await spool.take();
    expect(taken).toMatchObject({ entries: [first, last], unreadable: 1 });
    await taken.done(none);
    const { setAside } = await spool.status();
    expect(setAside).toHaveLength(1);
    expect(await readFile(setAside[0]!, 'utf8')).toContain(torn.entry.id);
  });

  it('somebody who died in the middle of taking leaves everything to the next', async () => {
    const entries = [sealed(), sealed()];
    for (const entry of entries) await spool.keep(entry);
    await spool.take();
    const later = sealed();
    await spool.keep(later);
    const taken = await spool.take();
    expect(taken.entries).toEqual(entries);
    await taken.done(none);
    expect((await spool.take()).entries).toEqual([later]);
  });

  it('an entry appended to a file that is being taken away is in the next one as well', async () => {
    const many = Array.from({ length: 40 }, () => sealed());
    const seen = new Set<string>();
    const taking = async () => {
      for (let round = 0; round < 60; round++) {
        const taken = await spool.take();
        for (const { entry } of taken.entries) seen.add(entry.id);
        await taken.done(none);
      }
    };
    await Promise.all([taking(), ...many.map((each) => spool.keep(each))]);
    for (const { entry } of (await spool.take()).entries) seen.add(entry.id);
    expect([...seen].sort()).toEqual(many.map(({ entry }) => entry.id).sort());
  });

  it('a link or a pipe in its place is neither followed nor waited for', async () => {
    const target = join(dirname(beside), 'precious');
    await writeFile(target, 'mine');
    await mkdir(beside);
    await symlink(target, waiting());
    await spool.keep(sealed());
    expect(await readFile(target, 'utf8')).toBe('mine');
    expect(await readdir(fallback)).toEqual(['waiting.jsonl']);
    expect(await spool.status()).toMatchObject({ waiting: 1, unreadable: 1 });
  });

  it('hostile bytes are counted and set aside, and a file that is far too large is not read', async () => {
    await mkdir(beside);
    await writeFile(waiting(), Buffer.from([0xff, 0xfe, 0, 10, 123, 10]));
    expect(await spool.take()).toMatchObject({ entries: [], unreadable: 2 });
    await (await spool.take()).done(none);
    const small = new FileSpool({ places: [beside], limitBytes: 100 });
    await writeFile(waiting(), lineOf(sealed()).repeat(3));
    expect(await small.take()).toMatchObject({ entries: [], unreadable: 1 });
  });

  it('a name that looks nearly like a batch is left alone', async () => {
    await mkdir(beside);
    await writeFile(join(beside, 'batch-..jsonl'), lineOf(sealed()));
    expect(spool.waits()).toBe(false);
    await link(join(beside, 'batch-..jsonl'), join(beside, 'notes.txt'));
    expect(await spool.status()).toMatchObject({ waiting: 0 });
  });

  it('where no place takes it, every reason is told', async () => {
    await rm(dirname(beside), { recursive: true });
    const nowhere = new FileSpool({ places: [beside, join(beside, 'x')], limitBytes: 1 });
    await expect(nowhere.keep(sealed())).rejects.toThrow(/ENOENT.*; .*beyond 1 bytes/u);
  });
});

describe('the places of the spool', () => {
  it('are the store’s directory and the state directory of the user', () => {
    const [first, second] = spoolPlaces('/r/.git/countersign', { HOME: '/h' });
    expect(first).toBe('/r/.git/countersign/spool');
    expect(second).toMatch(/^\/h\/\.local\/state\/countersign\/spool\/[0-9a-f]{32}$/u);
    expect(spoolPlaces('/r', { HOME: '/h', XDG_STATE_HOME: '/s' })[1]).toMatch(/^\/s\/countersign/u);
    expect(spoolPlaces('/r', { HOME: '/h', XDG_STATE_HOME: 's' })[1]).toMatch(/^\/h\//u);
    expect(spoolPlaces('/a', {})[1]).not.toBe(spoolPlaces('/b', {})[1]);
  });

  it('a directory that cannot be listed holds nothing to take', async () => {
    await mkdir(beside);
    await chmod(beside, 0);
    onTestFinished(() => chmod(beside, 0o700));
    expect(spool.waits()).toBe(false);
  });
});
