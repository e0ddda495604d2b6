import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/application/ports/store.js';
import type { ReviewEvent } from '../../src/domain/model/event.js';
import { opinion } from '../kit/review.js';
import { decided, requested, started } from './sample-events.js';
import { record, type StoreUnderTest } from './store.js';

const given = (agent: string, confidence = 90): ReviewEvent => ({
  type: 'opinion_submitted',
  data: { opinion: opinion({ seat: { role: 'reviewer', driver: 'cli', agent }, confidence }) },
});

const reported = (kind: 'bug' | 'clean'): ReviewEvent => ({
  type: 'outcome_reported',
  data: { kind, note: 'n', by: 'dana', person: true },
});

/** What every `Store` promises about opinions of which it is known whether they were right. */
export function calibrationContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`store contract, calibration: ${name}`, () => {
    let context: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      context = await open();
      store = context.store;
    });

    afterEach(() => context.cleanUp());

    const judged = async (reviewer?: string, limit = 10) =>
      (await store.judgedOpinions({ limit, ...(reviewer !== undefined && { reviewer }) })).map(
        (each) => `${each.reviewer} ${each.confidence} ${each.outcome}`,
      );
    const approved = (id: string, ...who: ReviewEvent[]) =>
      record(store, id, [requested(), started(), ...who, decided('approved')]);

    it('holds each as it stands, those of the latest review first, and none of which nothing is known', async () => {
      await approved('A1', given('fox', 80), given('owl'));
      await approved('B1', given('owl', 70));
      await approved('C1', given('owl'));
      expect(await judged()).toEqual([]);
      await record(store, 'B1', [reported('bug')]);
      await record(store, 'A1', [reported('clean')]);
      expect(await judged()).toEqual(['owl 70 escaped', 'owl 90 upheld', 'fox 80 upheld']);
      expect(await judged('owl')).toEqual(['owl 70 escaped', 'owl 90 upheld']);
      expect(await judged('owl', 1)).toEqual(['owl 70 escaped']);
      await record(store, 'A1', [reported('bug')]);
      expect(await judged('fox')).toEqual(['fox 80 escaped']);
      expect((await store.rebuild()).differences).toEqual([]);
      expect(await judged()).toEqual(['owl 70 escaped', 'owl 90 escaped', 'fox 80 escaped']);
    });
  });
}
