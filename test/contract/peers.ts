import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Append, ReviewFilter, Store } from '../../src/application/ports/store.js';
import type { ReviewEvent } from '../../src/domain/model/event.js';
import type { PeerRequest } from '../../src/domain/model/peer.js';
import { minute, peerRequested } from '../kit/peer.js';
import type { Finding } from '../../src/domain/model/finding.js';
import { change, decided, disposed, finding, requested, started } from './sample-events.js';
import { record, type StoreUnderTest } from './store.js';

const asked = (request: Partial<PeerRequest> = {}, headTree?: string): ReviewEvent => ({
  type: 'review_requested',
  data: peerRequested({ request }, headTree === undefined ? {} : { change: { ...change(1), headTree } }),
});

const assigned = (reviewer: string | null): ReviewEvent => ({
  type: 'review_assigned',
  data: { reviewer, place: 'primary', reason: 'free', rules: [] },
});

/** What every `Store` promises about reviews among peers. */
export function peerContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`store contract, reviews among peers: ${name}`, () => {
    let context: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      context = await open();
      store = context.store;
    });

    afterEach(() => context.cleanUp());

    const ids = async (filter: ReviewFilter) => (await store.listReviews(filter)).map(({ id }) => id);

    it('lists what each owes, the newest first', async () => {
      await record(store, 'A1', [asked(), assigned('grace')]);
      await record(store, 'B1', [asked(), assigned('grace'), started('grace')]);
      await record(store, 'C1', [asked(), assigned('linus')]);
      await record(store, 'D1', [
        asked(),
        assigned('grace'),
        started('grace'),
        decided('changes_requested', [finding(1)]),
      ]);
      await record(store, 'E1', [asked(), assigned(null)]);
      await record(store, 'F1', [requested(), started('grace')]);
      await record(store, 'G1', [asked(), assigned('grace'), started('grace'), decided('approved')]);
      expect(await ids({ owedBy: ['grace'] })).toEqual(['B1', 'A1']);
      expect(await ids({ owedBy: ['grace'], status: ['in_progress'] })).toEqual(['B1']);
      expect(await ids({ owedBy: ['grace', 'linus', '*'], limit: 3 })).toEqual(['E1', 'C1', 'B1']);
      expect(await ids({ owedBy: ['ada'] })).toEqual(['D1']);
      expect(await ids({ owedBy: [] })).toEqual([]);
    });

    it('lists what somebody requested, a claimed name apart from a proved one', async () => {
      await record(store, 'A1', [asked({ by: 'ada' })]);
      await record(store, 'B1', [asked({ by: 'ada', proved: false })]);
      await record(store, 'C1', [asked({ by: 'ada' })]);
      await record(store, 'D1', [requested()]);
      expect(await ids({ requestedBy: 'ada' })).toEqual(['C1', 'A1']);
      expect(await ids({ requestedBy: 'ada', limit: 1 })).toEqual(['C1']);
      expect(await ids({ requestedBy: '?ada' })).toEqual(['B1']);
    });

    it('says how much each reviewer has open', async () => {
      await record(store, 'A1', [asked(), assigned('grace')]);
      await record(store, 'B1', [asked(), assigned('grace'), started('grace')]);
      await record(store, 'C1', [asked(), assigned('grace'), started('grace'), decided('approved')]);
      await record(store, 'D1', [asked(), assigned('linus')]);
      const load = await store.loadByReviewer();
      expect(load.get('grace')).toEqual({ open: 2, pending: 1 });
      expect(load.get('linus')).toEqual({ open: 1, pending: 1 });
    });

    it('opens one review for an idempotency key of a principal', async () => {
      const first = asked({ idempotencyKey: 'k' });
      await record(store, 'A1', [first]);
      const again: Append = { stream: 'review/B1', expectedVersion: 0, actor: 'ada', at: 1, events: [first] };
      expect(await store.append(again)).toEqual({ outcome: 'conflict', actualVersion: 0 });
      expect(await store.readStream('review/B1')).toEqual([]);
      await record(store, 'C1', [asked({ idempotencyKey: 'k', by: 'grace' })]);
      await record(store, 'D1', [asked({ idempotencyKey: 'k', proved: false })]);
      expect(await store.findRequest('ada', 'k')).toBe('A1');
      expect(await store.findRequest('grace', 'k')).toBe('C1');
      expect(await store.findRequest('?ada', 'k')).toBe('D1');
      expect(await store.findRequest('ada', 'other')).toBeUndefined();
      await record(store, 'A1', [assigned('linus')]);
      expect(await (await context.reopen()).findRequest('ada', 'k')).toBe('A1');
    });

    it('finds what speaks on exactly these trees, whoever asked: open, rejected, or withdrawn with an objection', async () => {
      const head = 'f'.repeat(40);
      const { baseTree: base } = change(1);
      const withdrawn: ReviewEvent = { type: 'review_withdrawn', data: { reason: 'done' } };
      await record(store, 'A0', [asked({}, head), withdrawn]);
      expect(await store.findStandingOn({ base, head })).toBeUndefined();
      await record(store, 'A1', [asked({}, head), assigned('grace')]);
      expect(await store.findStandingOn({ base, head })).toBe('A1');
      expect(await store.findStandingOn({ base, head: '0'.repeat(40) })).toBeUndefined();
      expect(await store.findStandingOn({ base: head, head })).toBeUndefined();
      await record(store, 'A1', [started('grace'), decided('changes_requested', [finding(1)])]);
      expect(await store.findStandingOn({ base, head })).toBe('A1');
      await record(store, 'A1', [withdrawn]);
      expect(await store.findStandingOn({ base, head })).toBe('A1');
      const another = {
        stream: 'review/A2',
        expectedVersion: 0,
        actor: 'ada',
        at: 1,
        events: [asked({}, head)],
      } as const;
      const refused = { outcome: 'conflict', actualVersion: 0 };
      expect(await store.append({ ...another, aloneOn: { base, head } })).toEqual(refused);
      const position = await store.position();
      expect(await store.append({ ...another, journalAt: position - 1 })).toEqual(refused);
      expect(await store.position()).toBe(position);
      const bare = 'e'.repeat(40);
      await record(store, 'B1', [asked({}, bare), assigned('grace'), started('grace')]);
      await record(store, 'B1', [decided('changes_requested', []), withdrawn]);
      expect(await store.findStandingOn({ base, head: bare })).toBe('B1');
      const no = 'd'.repeat(40);
      await record(store, 'C1', [asked({}, no), assigned('grace'), started('grace'), decided('rejected', [])]);
      expect(await store.findStandingOn({ base, head: no })).toBe('C1');
    });

    it('finds what stands against a content by half of either list of its marks, until it is settled', async () => {
      const marks = { at: ['m1'], around: ['m2', 'm3', 'm4'] };
      const grave = (over: Partial<Finding> = {}) => finding(1, { severity: 'important', marks, ...over });
      const objected = [started('grace'), decided('changes_requested', [grave()])];
      await record(store, 'A1', [asked(), assigned('grace'), ...objected]);
      await record(store, 'B1', [asked(), assigned('grace'), ...objected]);
      await record(store, 'C1', [requested(), ...objected]);
      const minor = [started('grace'), decided('changes_requested', [grave({ severity: 'minor' })])];
      await record(store, 'D1', [asked(), assigned('grace'), ...minor]);
      expect(await store.objecting([])).toEqual([]);
      expect(await store.objecting(['m1'])).toEqual(['A1', 'B1', 'C1']);
      expect(await store.objecting(['m2', 'x'])).toEqual([]);
      expect(await store.objecting(['x', 'm4', 'm2'])).toEqual(['A1', 'B1', 'C1']);
      await record(store, 'A1', [{ type: 'review_withdrawn', data: { reason: 'done' } }]);
      await record(store, 'B1', [disposed(grave(), 'blob')]);
      expect(await store.objecting(['m1'])).toEqual(['A1', 'C1']);
      expect(await store.rebuild()).toMatchObject({ differences: [] });
    });

    it('knows what falls due, the earliest first', async () => {
      const at = 1_000_000;
      await record(store, 'A1', [asked(), assigned('grace')], at);
      await record(store, 'B1', [asked(), assigned(null)], at);
      await record(store, 'C1', [asked(), assigned('grace'), started('grace'), decided('approved')], at);
      await record(store, 'D1', [requested(), started('x', at + minute)], at);
      const due = async (now: number, limit = 10) =>
        (await store.dueReviews(now, limit)).map(({ id, dueAt }) => [id, dueAt - at]);
      expect(await due(at)).toEqual([]);
      expect(await due(at + 60 * minute)).toEqual([
        ['D1', minute],
        ['B1', 15 * minute],
        ['A1', 30 * minute],
      ]);
      expect(await due(at + 60 * minute, 1)).toEqual([['D1', minute]]);
      expect(await due(at + 14 * minute)).toEqual([['D1', minute]]);
    });

    it('counts reviews by how they stand', async () => {
      await record(store, 'A1', [requested({ creator: 'ada' }), started('grace')], 1_000);
      await record(store, 'A1', [decided('approved')], 5_000);
      await record(store, 'B1', [requested({ creator: 'linus', reviewType: 'bug_fix' }), started('grace')], 9_000);
      await record(store, 'B1', [decided('changes_requested', [finding(1)])], 11_000);
      await record(store, 'C1', [requested()], 12_000);
      expect(await store.tallies({})).toMatchObject([
        { date: '1970-01-01', type: 'bug_fix', creator: 'linus', reviewer: 'grace', reviews: 1, changesRequested: 1 },
        {
          date: '1970-01-01',
          type: 'feature',
          creator: 'ada',
          reviewer: 'grace',
          approved: 1,
          reviewMs: 4_000,
          timed: 1,
        },
        { date: '1970-01-01', type: 'feature', creator: 'builder', reviewer: '', reviews: 1, judged: 0, started: 0 },
      ]);
      expect(await store.tallies({ agent: 'ada' })).toMatchObject([{ creator: 'ada', reviews: 1, approvedAtOnce: 1 }]);
      expect(await store.tallies({ agent: 'grace', type: 'bug_fix' })).toMatchObject([{ reviews: 1, confidence: 90 }]);
      expect(await store.tallies({ since: '1970-01-02' })).toEqual([]);
      expect((await store.rebuild()).differences).toEqual([]);
    });

    it('counts a review in one row, whoever reviews it and whatever becomes of it', async () => {
      const at = 86_400_000;
      await record(store, 'A1', [asked(), assigned('grace')], at);
      await record(store, 'A1', [assigned('linus'), started('linus')], at + 1_000);
      await record(store, 'A1', [decided('changes_requested', [finding(1)])], at + 2_000);
      const [row, ...more] = await store.tallies({});
      expect(more).toEqual([]);
      expect(row).toMatchObject({ date: '1970-01-02', reviewer: 'linus', reviews: 1, queueMs: 1_000, reviewMs: 1_000 });
      await record(store, 'A1', [{ type: 'review_withdrawn', data: { reason: 'done' } }], at + 9_000);
      expect(await store.tallies({})).toMatchObject([
        { withdrawn: 1, changesRequested: 0, approved: 0, decidedOnce: 1 },
      ]);
      expect((await store.rebuild()).differences).toEqual([]);
    });

    it('keeps the findings of earlier rounds listed, and rebuilds all of it without a difference', async () => {
      const objected = [started('grace'), decided('changes_requested', [finding(1)])];
      await record(store, 'A1', [asked({ idempotencyKey: 'k' }), assigned('grace'), ...objected]);
      const revised: ReviewEvent = {
        type: 'review_revised',
        data: {
          change: change(1),
          classification: { type: 'feature', reason: 'says so', protectedPaths: [], sensitivePaths: [] },
          exclusions: {},
          changesMade: 'mended',
          claimedFixed: [],
          carried: {},
          seats: [],
          precheck: [],
          carry: [],
        },
      };
      await record(store, 'A1', [revised, assigned('grace'), started('grace')]);
      await record(store, 'A1', [decided('changes_requested', [finding(2)])]);
      expect((await store.findingsOf('A1')).map(({ id }) => id)).toEqual([finding(2).id, finding(1).id]);
      expect((await store.listReviews())[0]).toMatchObject({ openFindings: 2, revision: 1 });
      expect(await store.rebuild()).toMatchObject({ differences: [] });
    });
  });
}
