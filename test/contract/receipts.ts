import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReceiptFor } from '../../src/application/ports/receipts.js';
import type { Append, Store } from '../../src/application/ports/store.js';
import { attemptRefused, requested } from './sample-events.js';
import type { StoreUnderTest } from './store.js';

const entry: ReceiptFor = { id: '01K3ZQ5T8D0000000000000001', verb: 'request', at: 500 };
const append = (id: string, over: Partial<Append> = {}): Append => ({
  stream: `review/${id}`,
  expectedVersion: 0,
  actor: 'maker',
  at: 1_000,
  events: [requested()],
  ...over,
});

/** What every `Receipts` promises. */
export function receiptsContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`receipts contract: ${name}`, () => {
    let context: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      context = await open();
      store = context.store;
    });

    afterEach(() => context.cleanUp());

    it('an entry is recorded once, whoever tries again and whatever for', async () => {
      expect(await store.receipts.append(append('A'), entry)).toMatchObject({ outcome: 'appended' });
      const other = await context.reopen();
      expect(await other.receipts.append(append('B'), entry)).toEqual({ outcome: 'repeated' });
      expect(await other.readStream('review/B')).toEqual([]);
      expect(await other.readStream('review/A')).toHaveLength(1);
    });

    it('the receipt says what the entry led to', async () => {
      await store.receipts.append(append('A'), entry);
      const receipt = {
        id: entry.id,
        verb: 'request',
        handedInAt: 500,
        settledAt: 1_000,
        stream: 'review/A',
        result: { outcome: 'recorded' },
      };
      expect(await (await context.reopen()).receipts.find(entry.id)).toEqual(receipt);
      expect(await store.receipts.list(10)).toEqual([receipt]);
    });

    it('an append that conflicts leaves no receipt', async () => {
      await store.append(append('A'));
      expect(await store.receipts.append(append('A'), entry)).toMatchObject({ outcome: 'conflict' });
      expect(await store.receipts.find(entry.id)).toBeUndefined();
      const next = append('A', { expectedVersion: 1, events: [attemptRefused] });
      expect(await store.receipts.append(next, entry)).toMatchObject({ outcome: 'appended' });
      expect(await store.receipts.find(entry.id)).toMatchObject({ result: { outcome: 'refused' } });
    });

    it('what came of an entry without events is settled once', async () => {
      const refused = { outcome: 'refused', code: 'not_now', message: 'too late' } as const;
      await store.receipts.settle({ entry, result: refused, now: 2_000, over: false });
      await store.receipts.settle({ entry, result: { outcome: 'recorded' }, now: 3_000, over: false });
      expect(await store.receipts.find(entry.id)).toMatchObject({ stream: null, settledAt: 2_000, result: refused });
      expect(await store.receipts.append(append('A'), entry)).toEqual({ outcome: 'repeated' });
    });

    it('whoever wrote the receipt says the last word about it', async () => {
      await store.receipts.append(append('A'), entry);
      const refused = { outcome: 'refused', code: 'clarification_needed', message: 'why?' } as const;
      await store.receipts.settle({ entry, result: refused, now: 2_000, over: true });
      expect(await store.receipts.find(entry.id)).toMatchObject({ stream: 'review/A', result: refused });
    });

    it('lists those settled last first, and no more than were asked for', async () => {
      for (const [index, id] of ['A', 'B', 'C'].entries())
        await store.receipts.append(append(id, { at: 1_000 + index }), {
          ...entry,
          id: `${entry.id.slice(0, -1)}${id}`,
        });
      expect((await store.receipts.list(2)).map(({ stream }) => stream)).toEqual(['review/C', 'review/B']);
    });

    it('no rebuild touches them, and they break no chain', async () => {
      await store.receipts.append(append('A'), entry);
      expect((await store.rebuild()).differences).toEqual([]);
      expect(await store.verify()).toMatchObject({ intact: true });
      expect(await store.receipts.find(entry.id)).toMatchObject({ stream: 'review/A' });
    });
  });
}
