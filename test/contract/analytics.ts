import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/application/ports/store.js';
import { changedFile, decided, disposed, finding, requested, started } from './sample-events.js';
import { record, type StoreUnderTest } from './store.js';

/** What every `Store` promises about the counters of analytics. */
export function analyticsContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`store contract, analytics: ${name}`, () => {
    let context: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      context = await open();
      store = context.store;
    });

    afterEach(() => context.cleanUp());

    const counts = async () =>
      (await store.analyticsCounts()).map((each) => `${each.subject} ${each.name} ${each.measure} ${each.count}`);
    const one = finding(1);

    it('counts reviews as they stand, and keeps no counter of nothing', async () => {
      expect(await counts()).toEqual([]);
      const services = [{ name: 'pay', paths: [changedFile(1).path], rules: [] }];
      await record(store, 'A1', [requested({ services }), started(), decided('changes_requested', [one])]);
      await record(store, 'B1', [requested(), started(), decided('approved')]);
      const both = [
        'all  auto_approved 1',
        'all  auto_rejected 1',
        'all  reviews 2',
        'service pay reviews 1',
        'service repository reviews 2',
      ];
      expect(await counts()).toEqual(both);
      await record(store, 'A1', [disposed(one, 'blob-1')]);
      expect(await counts()).toEqual([...both.slice(0, 3), 'model embedded false_positive 1', ...both.slice(3)]);
      await record(store, 'A1', [disposed(one, 'blob-1', { state: 'open' })]);
      expect(await counts()).toEqual(both);
      await record(store, 'A1', [{ type: 'review_withdrawn', data: { reason: 'no' } }]);
      expect(await counts()).toEqual(['all  auto_approved 1', 'all  reviews 1', 'service repository reviews 1']);
      expect((await store.rebuild()).differences).toEqual([]);
    });

    it('keeps a name of any letters', async () => {
      const services = [{ name: 'p\0ay', paths: [changedFile(1).path], rules: [] }];
      await record(store, 'A1', [requested({ services }), started(), decided('changes_requested', [one])]);
      await record(store, 'A1', [{ type: 'review_withdrawn', data: { reason: 'no' } }]);
      expect(await counts()).toEqual([]);
      expect((await store.rebuild()).differences).toEqual([]);
    });
  });
}
