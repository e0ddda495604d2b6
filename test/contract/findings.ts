import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FINDINGS_LOOKED_AT, type FindingFilter, type Store } from '../../src/application/ports/store.js';
import { changedFile, decided, disposed, disposition, finding, requested, started } from './sample-events.js';
import { record, type StoreUnderTest } from './store.js';

/** What every `Store` promises about findings and what became of them. */
export function findingsContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`store contract, findings: ${name}`, () => {
    let context: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      context = await open();
      store = context.store;
    });

    afterEach(() => context.cleanUp());

    describe('findings', () => {
      const [one, two, three] = [finding(1), finding(2, { severity: 'minor', state: 'resolved' }), finding(0xabc)];

      beforeEach(async () => {
        await record(store, 'A1', [requested(), started(), decided('changes_requested', [one, two])], 1);
        await record(store, 'B1', [requested(), started(), decided('changes_requested', [three])], 2);
      });

      const listed = async (filter?: FindingFilter) => {
        const { findings, next } = await store.listFindings(filter);
        return [findings.map(({ id }) => id), next];
      };

      it('lists those of the newest review first, in the order of the review', async () => {
        expect(await listed()).toEqual([[three.id, one.id, two.id], null]);
        expect(await store.findingsOf('a1', { limit: 1 })).toEqual([
          {
            id: one.id,
            fingerprint: one.fingerprint,
            reviewId: 'A1',
            state: 'open',
            severity: 'important',
            category: 'tests',
            rule: 'tests/skipped',
            file: changedFile(1).path,
            line: 11,
            message: one.message,
            disposition: null,
          },
        ]);
      });

      it('lists by review, by state, and by both', async () => {
        const of = async (...asked: Parameters<Store['findingsOf']>) =>
          (await store.findingsOf(...asked)).map((row) => row.id);
        expect(await of('A1')).toEqual([one.id, two.id]);
        expect(await of('A1', { state: ['resolved'] })).toEqual([two.id]);
        expect(await of('none')).toEqual([]);
        expect(await listed({ state: ['open'] })).toEqual([[three.id, one.id], null]);
        expect(await listed({ state: ['resolved'] })).toEqual([[two.id], null]);
        expect(await listed({ state: ['open', 'resolved'] })).toEqual([[three.id, one.id, two.id], null]);
        expect(await listed({ state: [] })).toEqual([[], null]);
      });

      it('lists a problem once, as it stands in the newest review that raised it, and counts the reviews', async () => {
        await record(store, 'C1', [requested(), started(), decided('changes_requested', [finding(1), three])]);
        await record(store, 'C1', [disposed(three, 'blob-1')]);
        const shown = (await store.listFindings()).findings.map((row) => [row.fingerprint, row.reviewId, row.reviews]);
        expect(shown).toEqual([
          [one.fingerprint, 'C1', 2],
          [three.fingerprint, 'C1', 2],
          [two.fingerprint, 'A1', 1],
        ]);
        expect(await listed({ state: ['open'] })).toEqual([[one.id], null]);
        expect(await listed({ state: ['dismissed'] })).toEqual([[three.id], null]);
      });

      it('lists what is settled by a mere claim among what is open, and not what was fixed or judged since', async () => {
        const claim = { authority: 'claimed' } as const;
        const said = { reason: '"authority":"claimed"' };
        await record(store, 'A1', [disposed(one, 'blob-1', claim), disposed(two, 'blob-1', claim)]);
        const fixed = finding(4, { state: 'resolved', disposition: disposition(claim) });
        await record(store, 'C1', [requested(), started(), decided('changes_requested', [fixed])]);
        await record(store, 'B1', [disposed(three, 'blob-1', said)]);
        expect(await listed({ state: ['open'] })).toEqual([[one.id, two.id], null]);
        expect((await store.findingsOf('A1', { state: ['open'] })).map(({ id }) => id)).toEqual([one.id, two.id]);
        expect(await store.findingsOf('B1', { state: ['open'] })).toEqual([]);
        expect(await listed({ state: ['dismissed'] })).toEqual([[three.id, one.id, two.id], null]);
      });

      it('goes on after the last of a list', async () => {
        expect(await listed({ limit: 2 })).toEqual([[three.id, one.id], one.id]);
        expect(await listed({ limit: 2, before: one.id.toLowerCase() })).toEqual([[two.id], null]);
        expect(await listed({ before: 'none' })).toEqual([[], null]);
      });

      it('looks at so many and no more, and says where it stopped', async () => {
        const many = Array.from({ length: FINDINGS_LOOKED_AT }, (_, index) => finding(0x1000 + index));
        await record(store, 'C1', [requested(), started(), decided('changes_requested', many)]);
        const last = many.at(-1)?.id;
        expect((await store.listFindings({ state: ['open'], limit: 3000 })).findings).toHaveLength(FINDINGS_LOOKED_AT);
        expect(await listed({ state: ['open', 'resolved'], limit: 3000, before: many.at(-2)?.id ?? '' })).toEqual([
          [last, three.id, one.id, two.id],
          null,
        ]);
        expect((await store.listFindings({ limit: 3000 })).next).toBe(last);
        expect(await listed({ state: ['dismissed', 'open'], before: last ?? '' })).toEqual([[three.id, one.id], null]);
        expect(await listed({ state: ['resolved'] })).toEqual([[two.id], null]);
      });

      it('finds by the first letters of the id in either case', async () => {
        expect((await store.findFindings('f-000AB')).map((row) => row.reviewId)).toEqual(['B1']);
        expect((await store.findFindings('F-')).map((row) => row.id)).toEqual([one.id, two.id, three.id]);
        expect(await store.findFindings('G')).toEqual([]);
      });

      it('counts as open what nobody with a credential of a person took out of the count', async () => {
        await record(store, 'B1', [disposed(three, 'blob-1', { authority: 'claimed' })]);
        await record(store, 'A1', [disposed(one, 'blob-1', { authority: 'human' })]);
        const open = (await store.listReviews()).map(({ id, openFindings }) => [id, openFindings]);
        expect(open).toEqual([
          ['B1', 1],
          ['A1', 0],
        ]);
      });

      it('keeps a disposed finding visible, with its disposition', async () => {
        await record(store, 'A1', [disposed(one, 'blob-1')]);
        const [row] = await store.findingsOf('A1');
        expect(row).toMatchObject({ state: 'dismissed', disposition: { actor: 'ada', reason: 'generated code' } });
        expect((await store.listReviews()).find((review) => review.id === 'A1')?.openFindings).toBe(0);
      });

      it('replaces the findings of a round by those of the next', async () => {
        await record(store, 'C1', [requested(), started(), decided('inconclusive', [one, two, three])]);
        await record(store, 'C1', [started(), decided('approved', [two])]);
        expect((await store.findingsOf('C1')).map((row) => row.id)).toEqual([two.id]);
      });
    });

    describe('dispositions', () => {
      const raised = finding(1);

      beforeEach(async () => {
        await record(store, 'Z1', [requested(), started(), decided('changes_requested', [raised])]);
        await record(store, 'A1', [requested(), started(), decided('changes_requested', [raised])]);
        await record(store, 'Z1', [disposed(raised, 'blob-1', { reason: 'first' })]);
      });

      it('gives the latest of the whole journal for the same finding on the same content', async () => {
        await record(store, 'A1', [disposed(raised, 'blob-1', { reason: 'second', at: 1 })]);
        const keys = [{ fingerprint: raised.fingerprint, content: 'blob-1' }];
        expect([...(await store.dispositions(keys))].map(([key, value]) => [key, value.reason])).toEqual([
          [raised.fingerprint, 'second'],
        ]);
      });

      it('does not carry one over to other content or another finding', async () => {
        const keys = [
          { fingerprint: raised.fingerprint, content: 'blob-2' },
          { fingerprint: 'other', content: 'blob-1' },
        ];
        expect(await store.dispositions(keys)).toEqual(new Map());
        expect(await store.dispositions([])).toEqual(new Map());
      });

      it('gives all that are bound to some contents', async () => {
        await record(store, 'A1', [disposed(raised, 'blob-2', { state: 'risk_accepted' })]);
        const on = async (...contents: string[]) =>
          [...(await store.dispositionsOn(contents)).values()].map((value) => value.state);
        expect(await on('blob-1')).toEqual(['dismissed']);
        expect(await on('blob-1', 'blob-2')).toEqual(['risk_accepted']);
        expect(await on('blob-3')).toEqual([]);
        expect(await on()).toEqual([]);
      });

      it('answers for more keys than fit in one question', async () => {
        const many = Array.from({ length: 2_500 }, (_, index) => ({ fingerprint: `f${index}`, content: 'blob-1' }));
        const keys = [...many, { fingerprint: raised.fingerprint, content: 'blob-1' }];
        expect((await store.dispositions(keys)).size).toBe(1);
        expect((await store.dispositionsOn(keys.map((key) => `${key.fingerprint}/x`).concat('blob-1'))).size).toBe(1);
      });
    });
  });
}
