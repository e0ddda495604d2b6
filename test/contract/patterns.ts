import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/application/ports/store.js';
import type { ReviewEvent } from '../../src/domain/model/event.js';
import { EVIDENCE_LOOKED_AT } from '../../src/domain/patterns/evidence.js';
import { peerRequested } from '../kit/peer.js';
import { decided, requested, started } from './sample-events.js';
import { record, type StoreUnderTest } from './store.js';

const asked = (creator: string, reviewType: string, proved = true): ReviewEvent => ({
  type: 'review_requested',
  data: { ...peerRequested({ request: { by: creator, proved } }), creator, reviewType },
});

const drawn = (reviewed: boolean): ReviewEvent => ({
  type: 'review_sampled',
  data: { seed: 'ab', drawn: reviewed ? 0.1 : 0.9, fraction: 0.5, reviewed },
});

const skipped: ReviewEvent = {
  type: 'review_skipped',
  data: { decision: { outcome: 'skipped', confidence: 0, rules: [] } },
};

/** What every `Store` promises about what is learned of creators. */
export function patternContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`store contract, patterns: ${name}`, () => {
    let context: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      context = await open();
      store = context.store;
    });

    afterEach(() => context.cleanUp());

    const key = { creator: 'otter', type: 'refactor' };
    const outcomes = async () =>
      (await store.patternEvidence(key)).map(({ review, outcome }) => `${review} ${outcome}`);

    it('keeps what each review says, the newest first, and nothing of an open one or a claimed name', async () => {
      await record(store, 'A1', [asked('otter', 'refactor'), started('grace'), decided('approved')], 1_000);
      await record(store, 'B1', [asked('otter', 'refactor'), started('grace')], 2_000);
      await record(store, 'C1', [asked('otter', 'refactor'), started('grace'), decided('changes_requested')], 3_000);
      await record(store, 'D1', [asked('otter', 'refactor', false), started('grace'), decided('approved')], 4_000);
      expect(await outcomes()).toEqual(['C1 failed', 'A1 clean']);
      const [, clean] = await store.patternEvidence(key);
      expect(clean).toMatchObject({ at: 1_000, basis: peerRequested().policy.digest });
    });

    it('says of a skipped change that it was skipped, then what was traced to it', async () => {
      await record(store, 'A1', [asked('otter', 'refactor'), drawn(false), skipped], 1_000);
      expect(await outcomes()).toEqual(['A1 skipped']);
      const reported: ReviewEvent = { type: 'outcome_reported', data: { kind: 'bug', note: 'it broke', by: 'ada' } };
      await record(store, 'A1', [reported], 5_000);
      expect(await store.patternEvidence(key)).toMatchObject([{ review: 'A1', outcome: 'escaped', at: 5_000 }]);
    });

    it('finds approved and skipped reviews by their commits and by their tree, and no others', async () => {
      const withCommit = (id: string, tree: string): ReviewEvent => {
        const { data } = requested();
        const [commit] = data.change.commits;
        const commits = commit === undefined ? [] : [{ ...commit, id }];
        return { type: 'review_requested', data: { ...data, change: { ...data.change, commits, headTree: tree } } };
      };
      await record(store, 'A1', [withCommit('c1', 't1'), started('grace'), decided('approved')], 1_000);
      await record(store, 'B1', [withCommit('c2', 't1'), skipped], 2_000);
      await record(store, 'C1', [withCommit('c1', 't1'), started('grace'), decided('changes_requested')], 3_000);
      await record(store, 'D1', [withCommit('c1', 't1'), started('grace')], 4_000);
      expect(await store.settledWith(['c1'])).toEqual(['A1']);
      expect(await store.settledWith(['t1', 'c1'])).toEqual(['B1', 'A1']);
      expect(await store.settledWith(['c', 'other'])).toEqual([]);
      await record(store, 'D1', [decided('approved')], 5_000);
      expect(await store.settledWith(['c1'])).toEqual(['D1', 'A1']);
      expect((await store.rebuild()).differences).toEqual([]);
    });

    it('tells the latest failure, escape and undecided draw however many changes came since', async () => {
      const bug: ReviewEvent = { type: 'outcome_reported', data: { kind: 'bug', note: 'it broke', by: 'ada' } };
      const judged = (outcome: 'approved' | 'changes_requested') => [started('grace'), decided(outcome)];
      await record(store, 'F1', [asked('otter', 'refactor'), ...judged('changes_requested')], 1);
      await record(store, 'F2', [asked('otter', 'refactor'), ...judged('changes_requested')], 2);
      await record(store, 'E1', [asked('otter', 'refactor'), drawn(false), skipped, bug], 3);
      await record(store, 'D1', [asked('otter', 'refactor'), drawn(true)], 4);
      for (let index = 0; index < EVIDENCE_LOOKED_AT; index += 1)
        await record(store, `C${index}`, [asked('otter', 'refactor'), ...judged('approved')], 10 + index);
      const told = await outcomes();
      expect(told.slice(EVIDENCE_LOOKED_AT)).toEqual(['D1 drawn', 'E1 escaped', 'F2 failed']);
      expect(told[0]).toBe(`C${EVIDENCE_LOOKED_AT - 1} clean`);
    }, 60_000);

    it('says of a drawn change that it was drawn, and of one taken back that it failed', async () => {
      await record(store, 'A1', [asked('otter', 'refactor'), drawn(true)], 1_000);
      expect(await outcomes()).toEqual(['A1 drawn']);
      await record(store, 'A1', [{ type: 'review_withdrawn', data: { reason: 'never mind' } }], 2_000);
      expect(await outcomes()).toEqual(['A1 failed']);
    });

    it('lists each creator with each type once, and the reviews of one', async () => {
      for (const [id, creator, type] of [
        ['A1', 'otter', 'refactor'],
        ['B1', 'otter', 'refactor'],
        ['C1', 'otter', 'bug_fix'],
        ['D1', 'lark', 'refactor'],
      ] as const)
        await record(store, id, [asked(creator, type), started('grace'), decided('approved')]);
      await record(store, 'E1', [asked('wren', 'refactor')]);
      expect(await store.listPatterns()).toEqual([
        { creator: 'lark', type: 'refactor' },
        { creator: 'otter', type: 'bug_fix' },
        { creator: 'otter', type: 'refactor' },
      ]);
    });

    it('finds the same again when the read models are rebuilt', async () => {
      await record(store, 'A1', [asked('otter', 'refactor'), started('grace'), decided('approved')], 1_000);
      await record(store, 'B1', [asked('otter', 'refactor'), drawn(false), skipped], 2_000);
      const before = await store.patternEvidence(key);
      expect((await store.rebuild()).differences).toEqual([]);
      expect(await store.patternEvidence(key)).toEqual(before);
    });

    it('keeps the events of a pattern in a stream of its own', async () => {
      const data = { ...key, person: 'ada', note: 'fine', confidence: 0.95 };
      const events = [{ type: 'pattern_enabled', data }] as const;
      const append = { stream: 'pattern/otter/refactor', expectedVersion: 0, actor: 'ada', at: 1, events } as const;
      expect((await store.append(append)).outcome).toBe('appended');
      const other = { ...append, stream: 'pattern/lark/refactor' } as const;
      await expect(store.append(other)).rejects.toThrow('pattern/lark/refactor: pattern_enabled of otter/refactor');
      expect(await store.readStream('pattern/otter/refactor')).toHaveLength(1);
    });
  });
}
