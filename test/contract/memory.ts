import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OCCURRENCES_LOOKED_AT } from '../../src/application/ports/memory.js';
import type { Store } from '../../src/application/ports/store.js';
import { knownAs } from '../../src/domain/memory/known.js';
import { changedFile, decided, disposed, finding, requested, started } from './sample-events.js';
import { record, type StoreUnderTest } from './store.js';

/** What every `Store` promises about what reviewers remember. */
export function memoryContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`store contract, memory: ${name}`, () => {
    let context: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      context = await open();
      store = context.store;
    });

    afterEach(() => context.cleanUp());

    const services = [{ name: 'payments', paths: [changedFile(1).path], rules: [] }];
    const [one, two] = [finding(1, { quote: 'it.skip(name)' }), finding(2, { rule: 'x/y' })];
    const known = knownAs(one) ?? '';

    it('knows of each finding its service, who raised it, and when it was decided', async () => {
      await record(store, 'A1', [requested({ services }), started(), decided('changes_requested', [one, two])], 7_000);
      const [first, second] = await store.occurrences();
      expect(first).toMatchObject({ review: 'A1', finding: one.id, service: 'payments', at: 7_000, counts: true });
      expect(first?.raisedBy).toEqual([...new Set(one.sources.map(({ seat }) => seat.split('@')[0]))]);
      expect(second).toMatchObject({
        finding: two.id,
        service: 'repository',
        content: requested().data.change.patchId,
      });
    });

    it('looks at the newest ones, so many and no more', async () => {
      const many = Array.from({ length: 700 }, (_, index) => finding(index + 1));
      for (const id of ['A1', 'B1', 'C1'])
        await record(store, id, [requested(), started(), decided('changes_requested', many)], 1_000);
      const looked = await store.occurrences();
      expect(looked).toHaveLength(OCCURRENCES_LOOKED_AT);
      expect([looked[0]?.review, looked.at(-1)?.review]).toEqual(['C1', 'A1']);
    });

    it('finds what was decided to be wrong by what it is known as, as long as it is so', async () => {
      await record(store, 'A1', [requested({ services }), started(), decided('changes_requested', [one, two])], 1_000);
      expect(await store.decidedWrong([known])).toEqual([]);
      await record(store, 'A1', [disposed(one, 'blob-1')], 2_000);
      expect(await store.decidedWrong([known, 'x/y other'])).toEqual([
        { knownAs: known, review: 'A1', finding: one.id, service: 'payments' },
      ]);
      expect((await store.wrongOccurrences()).map(({ finding: id }) => id)).toEqual([one.id]);
      await record(store, 'A1', [disposed(one, 'blob-1', { state: 'open' })], 3_000);
      expect(await store.decidedWrong([known])).toEqual([]);
      expect(await store.wrongOccurrences()).toEqual([]);
    });

    it('agrees with a rebuild', async () => {
      await record(store, 'A1', [requested({ services }), started(), decided('changes_requested', [one, two])], 1_000);
      await record(store, 'A1', [disposed(one, 'blob-1')], 2_000);
      expect((await store.rebuild()).differences).toEqual([]);
    });
  });
}
