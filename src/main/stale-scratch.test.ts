import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withScratch } from './scratch.js';
import { prefixOfThisProcess, sweepScratch } from './stale-scratch.js';

let parent: string;
let mine: string;

beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'countersign-parent-'));
  mine = await prefixOfThisProcess();
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** A process number that nobody bears: that of a process that ended. */
async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'close');
  return child.pid!;
}

function leave(name: string): string {
  const directory = join(parent, name);
  mkdirSync(join(directory, 'inner'), { recursive: true });
  writeFileSync(join(directory, 'inner', 'file'), 'x');
  return directory;
}

const [, place = '', pid = '', start = ''] = (await prefixOfThisProcess()).split('-');

describe('what a killed process left', () => {
  it('is removed, whoever of several comes first', async () => {
    const gone = leave(`countersign-${place}-${await endedPid()}-77-AAAAAA`);
    await Promise.all([sweepScratch(parent), sweepScratch(parent), sweepScratch(parent)]);
    expect(existsSync(gone)).toBe(false);
  });

  it.skipIf(start === '0')(
    'is removed when its number was given to another process (skipped: no proc(5))',
    async () => {
      const reused = leave(`countersign-${place}-${pid}-${Number(start) + 1}-AAAAAA`);
      await sweepScratch(parent);
      expect(existsSync(reused)).toBe(false);
    },
  );

  it('is told from what somebody uses, what is of another place, and what bears another name', async () => {
    const ended = await endedPid();
    const kept = [
      `${mine}AAAAAA`,
      `countersign-00000000-${ended}-77-AAAAAA`,
      `countersign-${place}-${ended}-77-AAAAAAA`,
      `countersign-view-AAAAAA`,
      'other',
    ];
    kept.forEach(leave);
    await sweepScratch(parent);
    expect(readdirSync(parent).sort()).toEqual(kept.sort());
  });

  it('is never a link, nor what a link inside of it points to', async () => {
    const outside = leave('outside');
    const ended = await endedPid();
    symlinkSync(outside, join(parent, `countersign-${place}-${ended}-77-AAAAAA`));
    const gone = leave(`countersign-${place}-${ended}-78-BBBBBB`);
    symlinkSync(outside, join(gone, 'link'));
    await sweepScratch(parent);
    expect(existsSync(join(outside, 'inner', 'file'))).toBe(true);
    expect(readdirSync(parent).sort()).toEqual([`countersign-${place}-${ended}-77-AAAAAA`, 'outside']);
  });
});

describe('a temporary directory of the process', () => {
  const before = process.env['TMPDIR'];

  it('holds what is made meanwhile, is shared by all who work at once, and goes with the last', async () => {
    process.env['TMPDIR'] = parent;
    try {
      const places = await Promise.all(
        [1, 2, 3].map(() => withScratch(() => Promise.resolve(mkdtempSync(join(tmpdir(), 'x-'))))),
      );
      expect(places.every((each) => each.startsWith(join(parent, mine)))).toBe(true);
      expect(new Set(places.map((each) => join(each, '..'))).size).toBe(1);
      expect([readdirSync(parent), process.env['TMPDIR']]).toEqual([[], parent]);
      await expect(withScratch(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
      expect([readdirSync(parent), process.env['TMPDIR']]).toEqual([[], parent]);
      process.env['TMPDIR'] = join(parent, 'absent');
      await expect(withScratch(() => Promise.resolve(1))).rejects.toThrow('ENOENT');
      process.env['TMPDIR'] = parent;
      expect(await withScratch(() => Promise.resolve(1))).toBe(1);
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  });
});
