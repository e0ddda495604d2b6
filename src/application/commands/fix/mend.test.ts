import { describe, expect, it } from 'vitest';
import { frozenChange } from '../../../../test/kit/frozen-change.js';
import { opinion, raised } from '../../../../test/kit/review.js';
import { ManualClock } from '../../../adapters/clock/manual-clock.js';
import { MemoryStore } from '../../../adapters/storage/memory/memory-store.js';
import { tick } from '../../deadlines/tick.js';
import { fold } from '../../../domain/lifecycle/evolve.js';
import { decideByPerson } from '../../../domain/lifecycle/person.js';
import type { JournalStream } from '../../../domain/model/event.js';
import type { RaisedFinding } from '../../../domain/model/finding.js';
import type { ReviewStatus } from '../../../domain/model/review.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import { defaultPolicy } from '../../../domain/policy/default-policy.js';
import type { Append, Appended } from '../../ports/append.js';
import type { Reviewer } from '../../ports/reviewer.js';
import type { ReviewDependencies } from '../plan-review.js';
import { reviewChange } from '../review.js';
import { digest } from '../../../../test/kit/digest.js';

const commits = { base: 'a'.repeat(40), head: 'b'.repeat(40), fix: 'c'.repeat(40) };
const finding = (message: string, line: number): RaisedFinding =>
  raised({ message, line, file: 'a.ts', severity: 'important', rule: `rule/${message}` });

function frozenAt(headCommit: string, content: string) {
  const frozen = frozenChange({ base: { 'a.ts': '1\n' }, head: { 'a.ts': content } });
  return { ...frozen, change: { ...frozen.change, baseCommit: commits.base, headCommit } };
}

/** Finds two faults in the first content, and one of them in that of the fix. */
const reviewer: Reviewer = {
  seats: () => ['auditor', 'tester'].map((role) => ({ role, driver: 'embedded' })),
  review: ({ frozen }, seats) =>
    Promise.resolve(
      seats.map((seat) => {
        const faults =
          frozen.change.headCommit === commits.fix ? [finding('two', 2)] : [finding('one', 1), finding('two', 2)];
        return opinion({
          seat,
          checklist: { tests_not_weakened: { answer: true } },
          findings: seat.role === 'auditor' ? faults : [],
          shown: [{ path: 'a.ts', coverage: 'reviewed' }],
        });
      }),
    ),
};

/** Somebody decides as soon as the second round is on record. */
class Interrupted extends MemoryStore {
  override async append<S extends JournalStream>(asked: Append<S>): Promise<Appended<S>> {
    const appended = await super.append(asked);
    const events = await this.readStream('review/R1');
    const review = fold(events);
    if (review?.revision !== 1 || !asked.events.some(({ type }) => type === 'review_decided')) return appended;
    const word = decideByPerson(review, { outcome: 'rejected', person: 'dana', note: 'read it' });
    if (isRefusal(word)) throw new Error(word.message);
    const { actor, at } = asked;
    await super.append({ stream: 'review/R1', expectedVersion: events.length, actor, at, events: word });
    return appended;
  }
}

/** Its process is gone after so many appends: nothing that comes later reaches it, until somebody else opens it. */
class Abandoned extends MemoryStore {
  left: number;

  constructor(appends: number) {
    super();
    this.left = appends;
  }

  override async append<S extends JournalStream>(asked: Append<S>): Promise<Appended<S>> {
    if (this.left === 0) throw new Error('gone');
    this.left -= 1;
    return super.append(asked);
  }
}

async function mended(store: MemoryStore) {
  const clock = new ManualClock(1_000);
  let ids = 0;
  const made = { commit: commits.fix, tree: 'd'.repeat(40) };
  const on: ReviewDependencies = {
    repository: {
      top: '/',
      commonDirectory: '/',
      freeze: ({ kind }) =>
        Promise.resolve(kind === 'range' ? frozenAt(commits.fix, '1\n3\n') : frozenAt(commits.head, '1\n2\n')),
    },
    readPolicy: () =>
      Promise.resolve({
        policy: { ...defaultPolicy, criteria: { '*': [] }, panel: { ...defaultPolicy.panel, maxFixIterations: 1 } },
        origin: { source: 'default', digest: digest('policy') },
      }),
    matches: (glob) => (path) => glob === path,
    evaluate: () => ({ ok: true, value: false }),
    prover: { prove: () => Promise.resolve([{ path: 'a.ts', kind: 'code', reason: '' }]) },
    confirmExclusions: () => Promise.resolve({}),
    user: () => Promise.resolve('Ada'),
    store,
    clock,
    digest,
    nearest: () => undefined,
    caller: { token: undefined },
    newId: () => `R${++ids}`,
    reviewer,
    embeddedRoles: new Set(['auditor', 'tester']),
    guests: { mender: { role: 'author', driver: 'command', limits: {} } },
    pause: () => Promise.reject(new Error('nobody is waited for here')),
    context: () => Promise.resolve(undefined),
    fixing: () =>
      Promise.resolve({
        ask: () => Promise.resolve({ ended: 'done', durationMs: 1, evidence: Promise.resolve([]) }),
        keepOut: () => [],
        workspaces: {
          open: () =>
            Promise.resolve({
              directory: '/work',
              take: () => Promise.resolve(made),
              keep: () => Promise.resolve('refs/countersign/fix/R1'),
              getReady: () => undefined,
              close: () => Promise.resolve(),
            }),
          keptOver: () => Promise.resolve({ branch: 'main', fixes: [] }),
          apply: () => Promise.resolve({ applied: true as const, branch: 'main' }),
        },
      }),
  };
  const request = {
    change: { kind: 'default' },
    noSkip: true,
    creator: 'Ada',
    fix: { by: 'mender', apply: true },
  } as const;
  const document = await reviewChange(on, request, () => undefined, new AbortController().signal);
  if (isRefusal(document)) throw new Error(document.message);
  return { document, types: (await store.readStream('review/R1')).map(({ type }) => type) };
}

describe('a fix loop', () => {
  it('closes what the reviewers no longer see, and asks a person about what remains', async () => {
    const { document, types } = await mended(new MemoryStore());
    expect(types).toContain('finding_verified');
    expect(document.fix).toMatchObject({ attempts: [{ commit: commits.fix }], ended: { reason: 'cap' } });
    expect(document.review.status).toBe('escalated');
  });

  it('applies nothing and asks nobody once a person has decided meanwhile', async () => {
    const { document, types } = await mended(new Interrupted());
    expect(types.slice(types.lastIndexOf('review_decided'))).toEqual([
      ...['review_decided', 'finding_verified', 'review_escalated', 'person_decided', 'fix_loop_ended'],
    ]);
    expect(document.fix).toMatchObject({ ended: { reason: 'cap', commit: commits.fix }, applied: null });
    expect(document.review.status).toBe('rejected');
  });

  it.each<[string, number, string | undefined, string | undefined, ReviewStatus]>([
    ['while the first round is judged', 1, 'interrupted', undefined, 'pending'],
    ['while the author mends', 2, 'interrupted', undefined, 'escalated'],
    ['before the fix is judged', 3, 'interrupted', commits.fix, 'escalated'],
    ['while the fix is judged', 4, 'interrupted', commits.fix, 'escalated'],
    ['before the end is on record', 5, 'cap', commits.fix, 'escalated'],
    ['after the end', 6, 'cap', commits.fix, 'escalated'],
  ])('whose process ends %s is ended once by whatever runs next', async (_when, appends, reason, commit, status) => {
    const store = new Abandoned(appends);
    await mended(store).catch((error: unknown) => expect(error).toMatchObject({ message: 'gone' }));
    store.left = Infinity;
    const clock = new ManualClock(1_000);
    expect((await tick({ store, clock, digest })).fired).toBe(0);
    clock.set(1_000 + 5 * 24 * 3_600_000);
    await tick({ store, clock, digest });
    const events = await store.readStream('review/R1');
    expect(events.filter(({ type }) => type === 'fix_loop_ended')).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'finding_verified')).toHaveLength(appends < 5 ? 0 : 1);
    const review = fold(events);
    expect(review?.fix?.ended).toMatchObject({ reason, ...(commit !== undefined && { commit }) });
    expect(review?.status).toBe(status);
    expect((await tick({ store, clock, digest })).fired).toBe(0);
  });
});
