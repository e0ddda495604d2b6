import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Append, Store } from '../../src/application/ports/store.js';
import type { AgentEvent, ReviewEvent, ReviewStream } from '../../src/domain/model/event.js';
import {
  agentAdded,
  agentRevoked,
  attemptRefused,
  change as sampleChange,
  decided,
  disposed,
  escalated,
  finding,
  opinion,
  personDecided,
  requested,
  started,
  tokenRotated,
} from './sample-events.js';

/** A store under test; `reopen` gives it again as another process would see it. */
export interface StoreUnderTest {
  readonly store: Store;
  reopen(): Promise<Store>;
  /** A file name that does not exist yet. */
  readonly backupFile: string;
  cleanUp(): Promise<void>;
}

/** Appends events one after another at growing times, as a single writer. */
export async function record(store: Store, id: string, events: readonly ReviewEvent[], at = 1_000, actor = 'tester') {
  const stream: ReviewStream = `review/${id}`;
  const before = await store.readStream(stream);
  const append: Append = { stream, expectedVersion: before.length, actor, at, events };
  const result = await store.append(append);
  if (result.outcome === 'conflict') throw new Error(`conflict at ${result.actualVersion}`);
  return result.events;
}

/** The same for an agent's stream. */
export async function recordAgent(store: Store, name: string, events: readonly AgentEvent[], at = 1_000) {
  const stream = `agent/${name}` as const;
  const before = await store.readStream(stream);
  const result = await store.append({ stream, expectedVersion: before.length, actor: 'tester', at, events });
  if (result.outcome === 'conflict') throw new Error(`conflict at ${result.actualVersion}`);
  return result.events;
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}

/** What every `Store` promises. */
export function storeContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`store contract: ${name}`, () => {
    let context: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      context = await open();
      store = context.store;
    });

    afterEach(() => context.cleanUp());

    describe('journal', () => {
      it('numbers versions and positions from 1 and links each event to the one before it', async () => {
        const first = await record(store, 'A1', [requested(), started()]);
        const other = await record(store, 'B1', [requested()]);
        const [third] = await record(store, 'A1', [opinion()]);
        expect(first.map((event) => [event.position, event.version])).toEqual([
          [1, 1],
          [2, 2],
        ]);
        expect(other.map((event) => [event.position, event.version])).toEqual([[3, 1]]);
        expect(first[0]?.previous).toBe('0'.repeat(64));
        expect(first[1]?.previous).toBe(first[0]?.hash);
        expect(third?.previous).toBe(first[1]?.hash);
        expect(third).toMatchObject({ position: 4, version: 3, actor: 'tester', at: 1_000 });
      });

      it('reads back what it acknowledged', async () => {
        const events = [
          ...(await record(store, 'A1', [requested({ creator: 'naïve 🦉 \u0000 "x"' })], 1, '🦉\n\u0000')),
          ...(await record(store, 'A1', [started(), opinion(), decided('approved')], 2)),
        ];
        expect(await store.readStream('review/A1')).toEqual(events);
        expect(await (await context.reopen()).readStream('review/A1')).toEqual(events);
      });

      it('shows a text with a NUL to its end', async () => {
        const change = { ...sampleChange(), title: 'before\0after' };
        await record(store, 'A1', [requested({ change })]);
        expect((await store.listReviews())[0]?.title).toMatch(/^before.after$/u);
      });

      it('says how far the journal is and which streams went on since, to another process as well', async () => {
        const other = await context.reopen();
        expect([await store.position(), await other.position()]).toEqual([0, 0]);
        await record(store, 'A1', [requested(), started()]);
        await recordAgent(store, 'bob', [agentAdded('bob')]);
        await record(store, 'B1', [requested()]);
        await record(store, 'A1', [opinion()]);
        expect([await store.position(), await other.position()]).toEqual([5, 5]);
        expect([...(await other.streamsAfter(2))].sort()).toEqual(['agent/bob', 'review/A1', 'review/B1']);
        expect(await other.streamsAfter(4)).toEqual(['review/A1']);
        expect(await other.streamsAfter(5)).toEqual([]);
      });

      it('has no events in a stream that does not exist', async () => {
        expect(await store.readStream('review/none')).toEqual([]);
      });

      it('refuses an append that expects another version and says which it is', async () => {
        await record(store, 'A1', [requested(), started()]);
        const append = { stream: 'review/A1', actor: 'x', at: 1, events: [opinion()] } as const;
        expect(await store.append({ ...append, expectedVersion: 1 })).toEqual({
          outcome: 'conflict',
          actualVersion: 2,
        });
        expect(await store.append({ ...append, expectedVersion: 3 })).toEqual({
          outcome: 'conflict',
          actualVersion: 2,
        });
        expect(await store.append({ ...append, stream: 'review/B1', expectedVersion: 1 })).toEqual({
          outcome: 'conflict',
          actualVersion: 0,
        });
        expect(await store.readStream('review/A1')).toHaveLength(2);
      });

      it('lets exactly one of several simultaneous appends win', async () => {
        await record(store, 'A1', [requested(), started()]);
        const append: Append = { stream: 'review/A1', expectedVersion: 2, actor: 'x', at: 1, events: [opinion()] };
        const results = await Promise.all(Array.from({ length: 5 }, () => store.append(append)));
        expect(results.filter((result) => result.outcome === 'appended')).toHaveLength(1);
        expect(await store.readStream('review/A1')).toHaveLength(3);
      });

      it('writes all events of an append or none', async () => {
        await record(store, 'A1', [requested()]);
        const impossible: Append = {
          stream: 'review/A1',
          expectedVersion: 1,
          actor: 'x',
          at: 1,
          events: [started(), requested()],
        };
        await expect(store.append(impossible)).rejects.toThrow('requested twice');
        expect(await store.readStream('review/A1')).toHaveLength(1);
        expect((await store.listReviews())[0]?.status).toBe('pending');
        expect(await store.append({ ...impossible, events: [started()] })).toMatchObject({ outcome: 'appended' });
      });

      it('refuses what would not come back as it went in', async () => {
        const broken = requested({ exclusions: { a: Number.NaN as unknown as string } });
        const append: Append = { stream: 'review/A1', expectedVersion: 0, actor: 'x', at: 1, events: [broken] };
        await expect(store.append(append)).rejects.toThrow(TypeError);
        expect(await store.readStream('review/A1')).toEqual([]);
      });

      it('keeps keys that are special in JavaScript', async () => {
        const exclusions = JSON.parse('{"__proto__": "rule", "constructor": "rule"}') as Record<string, string>;
        const [event] = await record(store, 'A1', [requested({ exclusions })]);
        const [read] = await store.readStream('review/A1');
        expect(Object.keys((read as { data: { exclusions: object } }).data.exclusions).sort()).toEqual([
          '__proto__',
          'constructor',
        ]);
        expect(read).toEqual(event);
      });

      it('walks the whole journal in order', async () => {
        for (let index = 0; index < 130; index += 1) await record(store, `R${index}`, [requested(), started()]);
        const all = await collect(store.readAll());
        expect(all.map((event) => event.position)).toEqual(Array.from({ length: 260 }, (_, index) => index + 1));
      });
    });

    describe('reviews', () => {
      it('shows the state that the events add up to', async () => {
        await record(store, 'A1', [requested()], 1_000);
        await record(store, 'A1', [started('grace', 7_000)], 2_000);
        expect(await store.listReviews()).toEqual([
          {
            id: 'A1',
            type: 'feature',
            protocol: 'standards',
            status: 'in_progress',
            outcome: null,
            creator: 'builder',
            reviewer: 'grace',
            revision: 0,
            title: 'main..topic',
            headTree: '000000000000000000000000000000000000000e',
            headCommit: '000000000000000000000000000000000000000c',
            createdAt: 1_000,
            startedAt: 2_000,
            completedAt: null,
            leaseUntil: 7_000,
            openFindings: 0,
            decidedBy: null,
          },
        ]);
        await record(store, 'A1', [opinion(), decided('changes_requested', [finding(1), finding(2)])], 3_000);
        expect((await store.listReviews())[0]).toMatchObject({
          status: 'changes_requested',
          outcome: 'changes_requested',
          completedAt: 3_000,
          leaseUntil: null,
          openFindings: 2,
        });
      });

      it('lists the one requested last first, whatever the clocks said, and no more than asked', async () => {
        await record(store, 'A1', [requested()], 1_000);
        await record(store, 'C1', [requested()], 3_000);
        await record(store, 'B1', [requested()], 3_000);
        await record(store, 'D1', [requested()], 2_000);
        await record(store, 'A1', [started()], 4_000);
        expect((await store.listReviews()).map((row) => row.id)).toEqual(['D1', 'B1', 'C1', 'A1']);
        expect((await store.listReviews({ limit: 2 })).map((row) => row.id)).toEqual(['D1', 'B1']);
      });

      it('lists 50 where no number is asked for', async () => {
        for (let index = 0; index < 52; index += 1) await record(store, `R${index}`, [requested()]);
        expect(await store.listReviews()).toHaveLength(50);
      });

      it('lists by one status, several or none', async () => {
        await record(store, 'A1', [requested()], 1);
        await record(store, 'B1', [requested(), started()], 2);
        await record(store, 'C1', [requested(), started(), decided('approved')], 3);
        const ids = async (...status: Parameters<Store['listReviews']>) =>
          (await store.listReviews(...status)).map((row) => row.id);
        expect(await ids({ status: ['pending'] })).toEqual(['A1']);
        expect(await ids({ status: ['approved', 'pending', 'approved'] })).toEqual(['C1', 'A1']);
        expect(await ids({ status: ['approved', 'in_progress', 'pending'], limit: 2 })).toEqual(['C1', 'B1']);
        expect(await ids({ status: [] })).toEqual([]);
        expect(await ids({ status: ['rejected'] })).toEqual([]);
      });

      it('finds reviews of which something is due, the earliest first', async () => {
        await record(store, 'A1', [requested(), started('x', 5_000)], 1);
        await record(store, 'B1', [requested(), started('x', 6_000)], 2);
        await record(store, 'C1', [requested(), started('x', 4_000), decided('approved')], 3);
        const due = async (now: number, limit = 10) => (await store.dueReviews(now, limit)).map(({ id }) => id);
        expect(await due(4_999)).toEqual([]);
        expect(await due(5_000)).toEqual(['A1']);
        expect(await due(9_000)).toEqual(['A1', 'B1']);
        expect(await due(9_000, 1)).toEqual(['A1']);
      });

      it('finds by the first letters of the id in either case, at most 10', async () => {
        for (let index = 10; index < 25; index += 1) await record(store, `01JAB${index}`, [requested()]);
        await record(store, '01K%', [requested()]);
        expect((await store.findReviews('01jab1')).map((row) => row.id)).toEqual(
          Array.from({ length: 10 }, (_, index) => `01JAB${index + 10}`),
        );
        expect((await store.findReviews('01JAB24')).map((row) => row.id)).toEqual(['01JAB24']);
        expect(await store.findReviews('01j%')).toEqual([]);
        expect((await store.findReviews('01k%')).map((row) => row.id)).toEqual(['01K%']);
        expect(await store.findReviews('')).toHaveLength(10);
      });

      it('says who decided, until the review is started again', async () => {
        await record(store, 'A1', [requested(), started(), decided('escalated')], 1);
        await record(store, 'A1', [personDecided('approved')], 2);
        await record(store, 'B1', [requested(), started(), decided('inconclusive')], 1);
        await record(store, 'B1', [escalated(), personDecided('changes_requested', 'ada')], 2);
        expect(await store.listReviews()).toMatchObject([
          { id: 'B1', status: 'changes_requested', outcome: 'changes_requested', decidedBy: 'ada', completedAt: 2 },
          { id: 'A1', status: 'approved', outcome: 'approved', decidedBy: 'grace', completedAt: 2 },
        ]);
      });

      it('lists what waits for a person, the earliest deadline first', async () => {
        await record(store, 'A1', [requested(), started(), decided('rejected'), escalated('ada', 90)], 1);
        await record(store, 'B1', [requested(), started(), decided('escalated')], 1);
        await record(store, 'C1', [requested(), started(), decided('rejected'), escalated('ada', 50)], 2);
        await record(store, 'D1', [requested(), escalated('ada', 70), personDecided('rejected')], 3);
        const ids = async (limit: number) => (await store.listWaiting(limit)).map((row) => row.id);
        expect(await ids(10)).toEqual(['C1', 'A1', 'B1']);
        expect(await ids(1)).toEqual(['C1']);
      });

      it('counts what persons chose on questions of a kind', async () => {
        const decide = (id: string, ...how: Parameters<typeof personDecided>) =>
          record(store, id, [requested(), started(), decided('rejected'), escalated(), personDecided(...how)]);
        await decide('A1', 'approved', 'eve', 1);
        await decide('B1', 'approved', 'eve', 1);
        await decide('C1', 'rejected', 'eve');
        await decide('D1', 'approved', 'dana', 1);
        const kind = { type: 'feature', trigger: 'by_hand', sensitivity: 'normal' } as const;
        const sorted = async (filter: Parameters<Store['personChoices']>[0]) =>
          [...(await store.personChoices(filter))].sort((a, b) => b.times - a.times);
        expect(await sorted({ ...kind, person: 'eve' })).toEqual([
          { option: 1, outcome: 'approved', times: 2 },
          { option: null, outcome: 'rejected', times: 1 },
        ]);
        expect((await sorted(kind))[0]).toEqual({ option: 1, outcome: 'approved', times: 3 });
        expect(await store.personChoices({ ...kind, trigger: 'revision_cap' })).toEqual([]);
        expect(await store.personChoices({ ...kind, type: 'security_change' })).toEqual([]);
        expect(await store.personChoices({ ...kind, sensitivity: 'sensitive' })).toEqual([]);
        const { classification } = requested().data;
        const sensitive = requested({ classification: { ...classification, sensitivePaths: ['a.ts'] } });
        await record(store, 'E1', [sensitive, started(), decided('rejected'), escalated(), personDecided('rejected')]);
        expect(await store.personChoices({ ...kind, sensitivity: 'sensitive' })).toEqual([
          { option: null, outcome: 'rejected', times: 1 },
        ]);
        expect((await sorted(kind))[0]).toEqual({ option: 1, outcome: 'approved', times: 3 });
      });

      it('lists the questions that persons answered, the latest first', async () => {
        const decide = (id: string, ...how: Parameters<typeof personDecided>) =>
          record(store, id, [requested(), started(), decided('rejected'), escalated(), personDecided(...how)]);
        await decide('A1', 'approved', 'eve', 1);
        await decide('B1', 'rejected', 'dana');
        await record(store, 'C1', [requested(), started(), decided('rejected')]);
        const all = await store.answeredQuestions(10);
        expect(all.map(({ review, person, outcome, option }) => [review, person, outcome, option])).toEqual([
          ['B1', 'dana', 'rejected', null],
          ['A1', 'eve', 'approved', 1],
        ]);
        expect(all[0]).toMatchObject({ type: 'feature', trigger: 'by_hand', at: expect.any(Number) as number });
        expect(await store.answeredQuestions(1)).toEqual(all.slice(0, 1));
      });

      it('counts no decision that a person made unasked', async () => {
        const unasked = [escalated('eve'), personDecided('approved', 'eve')];
        await record(store, 'A1', [requested(), started(), decided('inconclusive'), ...unasked]);
        await record(store, 'B1', [requested(), started(), decided('rejected'), ...unasked]);
        const asked = [escalated('ada'), personDecided('changes_requested', 'eve', 2)];
        await record(store, 'C1', [requested(), started(), decided('rejected'), ...asked]);
        expect(await store.personChoices({ type: 'feature', trigger: 'by_hand', sensitivity: 'normal' })).toEqual([
          { option: 2, outcome: 'changes_requested', times: 1 },
        ]);
      });

      it('lists what waits for a person, the oldest first and no more than asked', async () => {
        await record(store, 'A1', [requested(), started(), decided('escalated')], 4);
        await record(store, 'B1', [requested(), started(), decided('inconclusive')], 2);
        await record(store, 'C1', [requested(), started(), decided('rejected'), escalated()], 3);
        await record(store, 'D1', [requested(), started(), decided('approved')], 1);
        await record(store, 'E1', [requested()], 1);
        await record(store, 'F1', [requested(), started(), decided('escalated'), personDecided('rejected')], 1);
        const ids = async (limit: number) => (await store.listWaiting(limit)).map((row) => row.id);
        expect(await ids(10)).toEqual(['A1', 'B1', 'C1']);
        expect(await ids(2)).toEqual(['A1', 'B1']);
      });

      it('asks nobody about a review that whoever ran it stopped', async () => {
        const data = { findings: [], decision: { outcome: 'inconclusive', confidence: 0, rules: [] } } as const;
        const ended = { type: 'review_interrupted', data } as const;
        await record(store, 'A1', [requested(), started(), { ...ended, data: { ...data, stopped: true } }], 1);
        expect(await store.listWaiting(10)).toEqual([]);
        await record(store, 'B1', [requested(), started(), ended], 2);
        expect((await store.listWaiting(10)).map((row) => row.id)).toEqual(['B1']);
      });

      it('keeps a refused attempt on record and the review as it was', async () => {
        await record(store, 'A1', [requested(), started(), decided('escalated')], 1);
        const before = await store.listReviews();
        await record(store, 'A1', [attemptRefused], 2);
        expect(await store.listReviews()).toEqual(before);
        expect((await store.readStream('review/A1')).at(-1)).toMatchObject({ type: 'attempt_refused', version: 4 });
      });

      it('counts open reviews by reviewer', async () => {
        await record(store, 'A1', [requested(), started('ada')]);
        await record(store, 'B1', [requested(), started('ada')]);
        await record(store, 'C1', [requested(), started('grace')]);
        await record(store, 'D1', [requested(), started('ada'), decided('approved')]);
        await record(store, 'E1', [requested()]);
        expect(await store.openByReviewer()).toEqual(
          new Map([
            ['ada', 2],
            ['grace', 1],
          ]),
        );
      });
    });

    describe('agents', () => {
      it('shows everybody by name, never the hash of a token', async () => {
        await recordAgent(store, 'otter', [agentAdded('hash-1')], 1);
        await recordAgent(store, 'dana', [agentAdded('hash-2', { kind: 'human', commitsAs: ['dana@example.org'] })], 2);
        await recordAgent(store, 'otter', [agentRevoked], 3);
        const row = { role: 'tester', family: null };
        expect(await store.listAgents()).toEqual([
          { ...row, name: 'dana', kind: 'human', commitsAs: ['dana@example.org'], createdAt: 2, revokedAt: null },
          { ...row, name: 'otter', kind: 'agent', commitsAs: [], createdAt: 1, revokedAt: 3 },
        ]);
      });

      it('knows whom a token belongs to until it is rotated', async () => {
        await recordAgent(store, 'otter', [agentAdded('hash-1')]);
        await recordAgent(store, 'dana', [agentAdded('hash-2')]);
        expect(await store.findAgentByToken('hash-1')).toBe('otter');
        await recordAgent(store, 'otter', [tokenRotated('hash-3')]);
        expect(await store.findAgentByToken('hash-1')).toBeUndefined();
        expect(await (await context.reopen()).findAgentByToken('hash-3')).toBe('otter');
      });

      it.each([
        ['a second beginning', [agentAdded('hash-2')]],
        ['anything after the end', [agentRevoked, tokenRotated('hash-2')]],
      ])('refuses %s', async (_name, events) => {
        await recordAgent(store, 'otter', [agentAdded('hash-1')]);
        await expect(recordAgent(store, 'otter', events)).rejects.toMatchObject({ name: 'BrokenHistory' });
        expect(await store.readStream('agent/otter')).toHaveLength(1);
        expect(await store.findAgentByToken('hash-1')).toBe('otter');
      });

      it('stands in the one journal, is verified and rebuilt', async () => {
        await record(store, 'A1', [requested()]);
        await recordAgent(store, 'otter', [agentAdded('hash-1'), tokenRotated('hash-2')]);
        const all = await collect(store.readAll());
        expect(all.map(({ stream, version }) => [stream, version])).toEqual([
          ['review/A1', 1],
          ['agent/otter', 1],
          ['agent/otter', 2],
        ]);
        expect(await store.verify()).toEqual({ intact: true, streams: 2, events: 3 });
        expect(await store.rebuild()).toEqual({ events: 3, differences: [] });
      });
    });

    describe('care', () => {
      it('is intact when nothing happened to it', async () => {
        expect(await store.verify()).toEqual({ intact: true, streams: 0, events: 0 });
        await record(store, 'A1', [requested(), started()]);
        await record(store, 'B1', [requested()]);
        expect(await store.verify()).toEqual({ intact: true, streams: 2, events: 3 });
      });

      it('misses a blob that an event names', async () => {
        const digest = await store.blobs.put(new TextEncoder().encode('transcript'));
        const resting = (on: string) => opinion({ evidence: [{ what: 'transcript of otter', digest: on }] });
        await record(store, 'A1', [requested(), started(), resting(digest)]);
        expect(await store.verify()).toMatchObject({ intact: true });
        await record(store, 'B1', [requested(), started(), resting('a'.repeat(64))]);
        expect(await store.verify()).toMatchObject({
          ...{ intact: false, stream: 'review/B1', version: 3, position: 6 },
          reason: expect.stringMatching(/is missing \(transcript of otter\)/u) as string,
        });
      });

      it('rebuilds without differences when nothing happened to it', async () => {
        await record(store, 'B1', [requested(), started(), opinion(), decided('changes_requested', [finding(1)])]);
        await record(store, 'A1', [requested(), started(), opinion(), decided('changes_requested', [finding(1)])]);
        await record(store, 'A1', [disposed(finding(1), 'blob', { reason: 'early' })]);
        await record(store, 'B1', [disposed(finding(1), 'blob', { reason: 'middle' })]);
        await record(store, 'A1', [disposed(finding(1), 'blob', { reason: 'late' })]);
        const before = await store.listReviews();
        expect(await store.rebuild()).toEqual({ events: 11, differences: [] });
        expect(await store.listReviews()).toEqual(before);
      });

      it('writes a backup once', async () => {
        await record(store, 'A1', [requested(), started()]);
        const { bytes } = await store.backup(context.backupFile);
        expect(bytes).toBeGreaterThan(0);
        await expect(store.backup(context.backupFile)).rejects.toThrow(context.backupFile);
      });
    });

    it('may be closed twice', async () => {
      const other = await context.reopen();
      await other.close();
      await expect(other.close()).resolves.toBeUndefined();
    });

    describe('blobs', () => {
      it('names bytes by their sha256 and gives them back', async () => {
        const digest = await store.blobs.put(new TextEncoder().encode('abc'));
        expect(digest).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
        expect(await store.blobs.put(new TextEncoder().encode('abc'))).toBe(digest);
        expect(new TextDecoder().decode(await store.blobs.get(digest))).toBe('abc');
        expect(await (await context.reopen()).blobs.get(digest)).toHaveLength(3);
      });

      it('does not know what was never put', async () => {
        expect(await store.blobs.get('0'.repeat(64))).toBeUndefined();
        expect(await store.blobs.get('../../etc/passwd')).toBeUndefined();
      });
    });
  });
}
