import { describe, expect, it, beforeEach } from 'vitest';
import { SpoolUnavailable, type Spool } from '../../src/application/ports/spool.js';
import type { SealedEntry } from '../../src/domain/model/spool.js';
import { sealed } from '../kit/spool.js';

export interface SpoolUnderTest {
  readonly spool: Spool;
  /** The same spool as another process sees it. */
  readonly other: Spool;
  /** One that takes a single entry of the kit's size and not two. */
  readonly small: Spool;
}

const none = { unusable: new Set<string>() };

/** What every `Spool` promises. */
export function spoolContract(name: string, open: () => Promise<SpoolUnderTest>): void {
  describe(`spool contract: ${name}`, () => {
    let spool: Spool;
    let other: Spool;
    let small: Spool;

    beforeEach(async () => {
      ({ spool, other, small } = await open());
    });

    const keep = async (count: number, at = 1_000): Promise<readonly SealedEntry[]> => {
      const entries = Array.from({ length: count }, () => sealed({ at }));
      for (const entry of entries) await spool.keep(entry);
      return entries;
    };

    it('an empty one waits for nothing and gives nothing', async () => {
      expect(spool.waits()).toBe(false);
      expect(await spool.take()).toMatchObject({ entries: [], unreadable: 0 });
      expect(await spool.status()).toEqual({ waiting: 0, oldest: null, unreadable: 0, setAside: [] });
    });

    it('gives what was kept in that order, to any process, until it is done', async () => {
      const entries = await keep(5);
      expect(other.waits()).toBe(true);
      expect((await other.take()).entries).toEqual(entries);
      expect((await spool.take()).entries).toEqual(entries);
      await (await spool.take()).done(none);
      expect(other.waits()).toBe(false);
      expect((await other.take()).entries).toEqual([]);
    });

    it('what is kept while another takes is not lost with what was taken', async () => {
      await keep(2);
      const taken = await other.take();
      const [late] = await keep(1, 500);
      await taken.done(none);
      expect(spool.waits()).toBe(true);
      expect((await spool.take()).entries).toEqual([late]);
    });

    it('two that are done with the same entries are done', async () => {
      await keep(1);
      const taken = [await spool.take(), await other.take()];
      for (const each of taken) await each.done(none);
      expect(spool.waits()).toBe(false);
    });

    it('what nobody could use is set aside, not thrown away and not given again', async () => {
      const [entry] = await keep(1);
      await (await spool.take()).done({ unusable: new Set([entry!.entry.id]) });
      expect(spool.waits()).toBe(false);
      expect((await spool.status()).setAside).toHaveLength(1);
    });

    it('says what waits and since when, without taking it', async () => {
      await keep(2, 7_000);
      await (await other.take()).done({ unusable: new Set() });
      await keep(3, 9_000);
      expect(await spool.status()).toMatchObject({ waiting: 3, oldest: 9_000 });
      expect(spool.waits()).toBe(true);
    });

    it('is bounded: what does not fit is not kept, and whoever hands it in is told', async () => {
      await small.keep(sealed());
      await expect(small.keep(sealed())).rejects.toBeInstanceOf(SpoolUnavailable);
      expect((await small.take()).entries).toHaveLength(1);
    });
  });
}
