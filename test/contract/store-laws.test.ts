import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../../src/adapters/storage/memory/memory-store.js';
import type { Append, Store } from '../../src/application/ports/store.js';
import type { ReviewEvent } from '../../src/domain/model/event.js';
import type { Finding, FindingState } from '../../src/domain/model/finding.js';
import {
  attemptRefused,
  decided,
  disposed,
  escalated,
  finding,
  opinion,
  personDecided,
  requested,
  started,
} from './sample-events.js';
import { openFile } from './sqlite-file.js';
import { sqliteStoreUnderTest } from './sqlite-store-under-test.js';
import { statement } from '../../src/adapters/storage/sqlite/connection.js';

/** Something done to one of a few reviews; whether it is legal there is for the stores to say. */
interface Command {
  readonly id: string;
  readonly expected: 'current' | 'stale';
  readonly at: number;
  readonly actor: string;
  readonly events: readonly ReviewEvent[];
}

const findings: fc.Arbitrary<Finding[]> = fc
  .uniqueArray(
    fc.record({
      index: fc.nat(5),
      state: fc.constantFrom<FindingState>('open', 'resolved'),
      message: fc.string({ unit: 'grapheme' }),
    }),
    { selector: ({ index }) => index, maxLength: 4 },
  )
  .map((raised) =>
    raised.map(({ index, state, message }) => finding(index, { state, message: message.replaceAll('\0', '') })),
  );

const event: fc.Arbitrary<ReviewEvent> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(requested()) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom('ada', 'grace'), fc.nat(9)).map(([who, lease]) => started(who, lease)),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }).map((summary) => opinion({ summary })) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('approved', 'changes_requested', 'inconclusive', 'rejected', 'escalated'), findings)
      .map(([outcome, raised]) => decided(outcome, raised)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat(5), fc.constantFrom('blob-1', 'blob-2'), fc.constantFrom('open', 'dismissed', 'risk_accepted'))
      .map(([index, content, state]) => disposed(finding(index), content, { state, reason: `${state} ${index}` })),
  },
  { weight: 2, arbitrary: fc.constantFrom(escalated(), personDecided('approved'), attemptRefused) },
  {
    weight: 1,
    arbitrary: fc.constant<ReviewEvent>({ type: 'review_withdrawn', data: { reason: 'no longer needed' } }),
  },
);

const command: fc.Arbitrary<Command> = fc.record({
  id: fc.constantFrom('01JA', '01JB', '01KC'),
  expected: fc.oneof(
    { weight: 9, arbitrary: fc.constant('current' as const) },
    { weight: 1, arbitrary: fc.constant('stale' as const) },
  ),
  at: fc.nat(20),
  actor: fc.string({ unit: 'binary' }),
  events: fc.array(event, { minLength: 1, maxLength: 4 }),
});

/** What a store answered: its events, a conflict, or the words of its refusal. */
async function perform(store: Store, { id, expected, at, actor, events }: Command): Promise<unknown> {
  const stream = `review/${id}` as const;
  const version = (await store.readStream(stream)).length;
  const append: Append = { stream, expectedVersion: expected === 'current' ? version : version + 1, actor, at, events };
  try {
    return await store.append(append);
  } catch (error) {
    return String(error);
  }
}

async function everyAnswer(store: Store) {
  const keys = Array.from({ length: 6 }, (_, index) => ({
    fingerprint: finding(index).fingerprint,
    content: 'blob-1',
  }));
  const journal = [];
  for await (const recorded of store.readAll()) journal.push(recorded);
  return {
    journal,
    reviews: await store.listReviews(),
    open: await store.listReviews({ status: ['pending', 'in_progress'], limit: 2 }),
    due: await store.dueReviews(5, 10),
    byPrefix: await store.findReviews('01j'),
    findings: await store.listFindings(),
    openFindings: await store.listFindings({ state: ['open', 'dismissed'], limit: 3 }),
    settled: await store.listFindings({ state: ['dismissed', 'risk_accepted', 'resolved'], limit: 2 }),
    older: await store.listFindings({ before: finding(2).id }),
    ofOne: await store.findingsOf('01ja', { state: ['open', 'resolved'] }),
    dispositions: sorted(await store.dispositions(keys)),
    dispositionsOn: sorted(await store.dispositionsOn(['blob-1', 'blob-2'])),
    waiting: await store.listWaiting(2),
    openByReviewer: sorted(await store.openByReviewer()),
    analytics: await store.analyticsCounts(),
    verification: await store.verify(),
  };
}

function sorted<T>(map: ReadonlyMap<string, T>) {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

describe('laws of the store', () => {
  it('SQLite answers like the store in memory, and rebuilds to what it was, after any history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 14 }), async (commands) => {
        const context = await sqliteStoreUnderTest();
        const model = new MemoryStore();
        try {
          for (const one of commands) expect(await perform(context.store, one)).toEqual(await perform(model, one));
          const answers = await everyAnswer(context.store);
          expect(answers).toEqual(await everyAnswer(model));
          expect(await everyAnswer(await context.reopen())).toEqual(answers);
          expect(await context.store.rebuild()).toEqual({ events: answers.journal.length, differences: [] });
        } finally {
          await context.cleanUp();
        }
      }),
      { numRuns: 25 },
    );
  });

  it('verify reports any one byte of the journal that was changed', async () => {
    const context = await sqliteStoreUnderTest();
    for (const id of ['01JA', '01JB']) {
      for (const events of [[requested(), started()], [opinion()], [decided('approved', [finding(1)])]]) {
        await perform(context.store, { id, expected: 'current', at: 7, actor: 'Åse 🦉', events });
      }
    }
    const file = await openFile(context.directory);
    const flip = fc.record({
      position: fc.integer({ min: 1, max: 8 }),
      column: fc.constantFrom('stream', 'actor', 'type', 'previous', 'hash', 'chain', 'data'),
      place: fc.nat(),
      bit: fc.nat(7),
    });
    await fc.assert(
      fc.asyncProperty(flip, async ({ position, column, place, bit }) => {
        const update = `update events set ${column} = cast(? as text) where position = ?`;
        const [row] = file.all(
          statement(`select cast(${column} as blob) as bytes from events where position = ?`, position),
        );
        const original = Buffer.from(row?.['bytes'] as Uint8Array);
        const changed = Buffer.from(original);
        changed[place % changed.length]! ^= 1 << bit;
        file.run(statement(update, changed, position));
        const verification = await context.store.verify();
        file.run(statement(update, original, position));
        expect(verification).toMatchObject({ intact: false, position });
        expect(await context.store.verify()).toMatchObject({ intact: true });
      }),
      { numRuns: 150 },
    );
    file.close();
    await context.cleanUp();
  });
});
