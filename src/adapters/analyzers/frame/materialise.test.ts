import { access, readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { frozenChange, packetFor } from '../../../../test/kit/frozen-change.js';
import { materialise } from './materialise.js';
import { readChange } from './read-change.js';

/** Fewer than any system lets a process have open: 256 on some. */
const openAtMost = 64;

describe('programs written to disk for tools', () => {
  it('are written a few at a time, however many there are, and removed', async () => {
    const head = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`src/${index}.ts`, `export const n = ${index};\n`]),
    );
    const { files } = await readChange(packetFor(frozenChange({ head })));
    let most = 0;
    const work = { done: false };
    const writing = materialise(files).finally(() => (work.done = true));
    while (!work.done) {
      const busy = process.getActiveResourcesInfo().filter((resource) => resource.startsWith('FSReq')).length;
      most = Math.max(most, busy);
      await nextTurn();
    }
    const written = await writing;
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(openAtMost);
    const places = files.flatMap((file) => written.place('head', file) ?? []);
    expect(await Promise.all(places.slice(-20).map((place) => readFile(place, 'utf8')))).toEqual(
      files.slice(-20).map((file) => file.head?.text),
    );
    await written.remove();
    await expect(access(written.directory)).rejects.toThrow('ENOENT');
  });
});
