import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../src/adapters/storage/open-store.js';
import { requested, started } from '../contract/sample-events.js';
import { record } from '../contract/store.js';
import { Project } from '../kit/project.js';

const program = resolve('dist/main/countersign.js');

/** No file can grow beyond half a kilobyte, which a process learns as it learns of a full disk: without rights and without one. */
const noFileGrows = 'trap "" XFSZ; ulimit -f 1; node "$@" 2>&1 | cat';

/** A disk of its own that is full to the last byte but for a copy of the store; it goes with the process. */
const fullDisk = `
  mount -t tmpfs -o size=2m none "$DISK" && cp -r "$KEPT" "$DISK/store" || exit 90
  dd if=/dev/zero of="$DISK/rest" bs=512 2>/dev/null
  COUNTERSIGN_HOME="$DISK/store" node "$@" 2>&1 | cat`;

const mayMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

describe.skipIf(process.platform === 'win32')('a full disk', () => {
  let remove: () => void;
  const project = new Project((over) => (remove = over));
  afterAll(() => remove());
  const kept = join(project.directory, 'kept');
  const disk = join(project.directory, 'disk');
  const env = { ...process.env, COUNTERSIGN_HOME: kept, KEPT: kept, DISK: disk };
  const shell = (before: readonly string[], script: string, command: string): string => {
    const [file = '', ...args] = [...before, 'sh', '-c', script, 'sh', program, ...command.split(' ')];
    return spawnSync(file, args, { cwd: project.directory, env, encoding: 'utf8' }).stdout.replace(/\s+/g, ' ');
  };

  beforeAll(async () => {
    const written = join(project.directory, 'written');
    mkdirSync(join(kept, 'blobs'), { recursive: true });
    mkdirSync(disk);
    const review = '01AN4Z07BY79KA1307SR9X4MV3';
    const before = await openStore({ directory: written });
    await record(before, review, [requested()]);
    await before.close();
    const store = await openStore({ directory: written });
    const event = { expectedVersion: 1, actor: 'auditor', at: 2, events: [started()] };
    await store.append({ stream: `review/${review}`, ...event });
    // Copied while it is open, as a killed process leaves it: what was recorded stands in the log.
    for (const name of ['countersign.db', 'countersign.db-wal']) copyFileSync(join(written, name), join(kept, name));
    await store.close();
  });

  test.skipIf(!mayMount)('keeps nobody from reading what a killed process left in the log', () => {
    expect(shell(['unshare', '-rm'], fullDisk, 'list')).toContain('01AN4Z07BY79');
    expect(shell(['unshare', '-rm'], fullDisk, 'verify')).toContain('Intact: 2 events in 1 stream.');
  });

  test.each([
    ['list', '01AN4Z07BY79'],
    ['run list', 'No runs yet.'],
    ['metrics', '1 review in all'],
    ['log 01AN4Z07BY79', 'review_requested'],
    ['verify', 'Intact: 2 events in 1 stream.'],
  ])('keeps nobody from reading: %s', async (command, answer) => {
    await (await openStore({ directory: kept })).close();
    expect(readdirSync(kept)).not.toContain('countersign.db-wal');
    expect(shell([], noFileGrows, command)).toContain(answer);
  });

  test.each([
    ['that takes no more', 'it cannot be made there', [], noFileGrows],
    ['that is full', 'its disk is full', ['unshare', '-rm'], fullDisk],
  ])('is named to whoever backs up into a place %s, and leaves nothing there', async (_, why, before, script) => {
    if (before.length > 0 && !mayMount) return;
    await (await openStore({ directory: kept })).close();
    const target = before.length > 0 ? disk : project.directory;
    const there = before.length > 0 ? '; ls "$DISK"' : '';
    const said = shell(before, `${script}${there}`, `backup ${target}/copy.db`);
    expect(said).toContain(`The backup ${target}/copy.db was not written: ${why}`);
    expect(said).toContain('Make room there, or name a file in another place.');
    expect(said).not.toContain('copy.db.partial');
    expect(readdirSync(project.directory).filter((name) => name.startsWith('copy.db'))).toEqual([]);
  });

  test.skipIf(!mayMount)('keeps nobody from backing up into a place with room', () => {
    const copy = join(project.directory, 'room.db');
    expect(shell(['unshare', '-rm'], fullDisk, `backup ${copy}`)).toContain('bytes written');
    expect(readdirSync(project.directory)).toContain('room.db');
  });

  test('is named to whoever records something', () => {
    expect(shell([], noFileGrows, 'rebuild')).toContain('cannot grow: the disk is full');
  });

  test.skipIf(!existsSync('/dev/full'))('is no verdict where the report was to be kept', () => {
    const said = shell([], 'node "$@" 2>&1 >/dev/full; echo "exit $?"', 'list');
    expect(said).toContain('error: standard output could not be written: ENOSPC');
    expect(said).toContain('exit 5');
  });
});
