import { describe, expect, it } from 'vitest';
import { frozenChange, type FileMap } from '../../../test/kit/frozen-change.js';
import { opinion } from '../../../test/kit/review.js';
import { ManualClock } from '../../adapters/clock/manual-clock.js';
import { MemoryStore } from '../../adapters/storage/memory/memory-store.js';
import type { Opinion } from '../../domain/model/opinion.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { defaultPolicy } from '../../domain/policy/default-policy.js';
import type { ReviewRequest } from '../application.js';
import type { Reviewer } from '../ports/reviewer.js';
import type { ReviewDocument } from '../queries/document.js';
import { replay } from '../queries/replay.js';
import { dispose } from './dispose.js';
import type { ReviewDependencies } from './plan-review.js';
import { reviewChange } from './review.js';
import { tick } from '../deadlines/tick.js';
import { digest } from '../../../test/kit/digest.js';

const caller = { token: undefined, claimed: () => Promise.resolve('Bo') };
const request: ReviewRequest = { change: { kind: 'default' }, noSkip: false, creator: 'Ada' };
const head: FileMap = { 'a.ts': 'export const one = 1;\n' };
const policy = { ...defaultPolicy, criteria: { '*': [] } };

/** A reviewer that answers as told, for what an opinion does to a review. */
function answering(...given: readonly Partial<Opinion>[]): Reviewer {
  const seat = { role: 'auditor', driver: 'embedded' } as const;
  return { seats: () => [seat], review: () => Promise.resolve(given.map((over) => opinion({ seat, ...over }))) };
}

function setting(over: Partial<ReviewDependencies> = {}) {
  const clock = new ManualClock(1_000);
  let ids = 0;
  const on: ReviewDependencies = {
    repository: { top: '/', commonDirectory: '/', freeze: () => Promise.resolve(frozenChange({ head })) },
    readPolicy: () => Promise.resolve({ policy, origin: { source: 'default', digest: digest('policy') } }),
    matches: (glob) => (path) => glob === path,
    evaluate: () => ({ ok: true, value: false }),
    prover: {
      prove: (frozen) => Promise.resolve(frozen.change.files.map(({ path }) => ({ path, kind: 'code', reason: '' }))),
    },
    confirmExclusions: () => Promise.resolve({}),
    user: () => Promise.resolve('Ada'),
    store: new MemoryStore(),
    clock,
    digest,
    nearest: () => undefined,
    caller,
    newId: () => `R${++ids}`,
    reviewer: answering({}),
    embeddedRoles: new Set(['auditor']),
    guests: {},
    pause: () => Promise.reject(new Error('nobody is waited for here')),
    context: () => Promise.resolve(undefined),
    fixing: () => Promise.reject(new Error('nobody mends here')),
    ...over,
  };
  const review = async (more: Partial<ReviewRequest> = {}): Promise<ReviewDocument> => {
    const result = await reviewChange(on, { ...request, ...more }, () => undefined, new AbortController().signal);
    if (isRefusal(result)) throw new Error(result.message);
    return result;
  };
  return { on, clock, review };
}

describe('the main job', () => {
  it('refuses a token that proves nobody, and records nothing', async () => {
    const { on } = setting({ caller: { token: 'countersign_human_bogus' } });
    const result = await reviewChange(on, request, () => undefined, new AbortController().signal);
    expect(result).toMatchObject({ refused: true, code: 'unknown_token' });
    expect(await on.store.listReviews()).toEqual([]);
  });

  it('says what a type means that no rule names, and reviews all the same', async () => {
    const { on } = setting();
    const told: unknown[] = [];
    const signal = new AbortController().signal;
    const result = await reviewChange(on, { ...request, type: 'nope' }, (step) => told.push(step), signal);
    expect(result).toMatchObject({ decision: { outcome: 'approved' }, review: { type: 'nope' } });
    const step = expect.stringContaining('no rule of the policy names the type nope') as string;
    expect(told).toContainEqual({ who: 'note', step, lasting: true });
  });

  it('records what it decided, and the journal decides the same again', async () => {
    const { on, review } = setting();
    const document = await review();
    expect(document.decision?.outcome).toBe('approved');
    expect(await replay(on.store.readAll(), digest)).toEqual({ reviews: 1, differing: [] });
  });

  it('takes no name that would choose another line of the matrix for the work of a known agent', async () => {
    const store = new MemoryStore();
    const add = (name: string, kind: 'agent' | 'human') =>
      store.append({
        stream: `agent/${name}`,
        expectedVersion: 0,
        actor: 'Bo',
        at: 1,
        events: [{ type: 'agent_added', data: { kind, role: name, tokenHash: digest(name) } }],
      });
    for (const name of ['otter', 'heron']) await add(name, 'agent');
    await add('dana', 'human');
    let ids = 0;
    const as = async (token: string | undefined, creator: string | undefined, author = 'otter') => {
      const frozen = () => frozenChange({ head, messages: ['work'] });
      const freeze = () => {
        const { change, ...rest } = frozen();
        const commits = change.commits.map((commit) => ({ ...commit, author: { name: author, email: `${author}@x` } }));
        return Promise.resolve({ ...rest, change: { ...change, commits } });
      };
      const repository = { top: '/', commonDirectory: '/', freeze };
      const { on } = setting({ store, repository, caller: { token }, newId: () => `R${++ids}` });
      const bare: ReviewRequest = { change: request.change, noSkip: false };
      const ask = creator === undefined ? bare : { ...bare, creator };
      const result = await reviewChange(on, ask, () => undefined, new AbortController().signal);
      return isRefusal(result) ? result.code : result.review.creator;
    };
    expect(await as(undefined, 'zed')).toBe('other_creator');
    expect(await as('otter', 'zed')).toBe('other_creator');
    expect(await as('otter', 'heron', 'somebody')).toBe('other_creator');
    expect(await as('heron', undefined, 'otter')).toBe('other_creator');
    expect(await as(undefined, undefined)).toBe('otter');
    expect(await as('otter', 'Otter', 'somebody')).toBe('Otter');
    expect(await as(undefined, 'zed', 'somebody')).toBe('zed');
    expect(await as('dana', 'zed')).toBe('zed');
    for (const role of ['Auditor', ' AUDITOR ']) expect(await as('dana', role)).toBe('name_reserved');
    // Whoever git calls so made the change all the same.
    expect(await as(undefined, undefined, 'auditor')).toBe('auditor');
  });

  it('is inconclusive when every reviewer failed (cli-sub-agent#1710)', async () => {
    const failed = { verdict: 'inconclusive', failure: { kind: 'crashed', detail: 'exit 1' }, shown: [] } as const;
    const { review } = setting({ reviewer: answering(failed) });
    expect((await review()).decision?.outcome).toBe('inconclusive');
  });

  it('is inconclusive when a seat gave nothing (143#1880)', async () => {
    const { review } = setting({ reviewer: answering() });
    expect((await review()).decision?.outcome).toBe('inconclusive');
  });

  it('a refusal to freeze changes nothing', async () => {
    const refusal: Refusal = refuse('nothing_to_review', 'nothing');
    const { on } = setting({
      repository: { top: '/', commonDirectory: '/', freeze: () => Promise.resolve(refusal) },
    });
    expect(await reviewChange(on, request, () => undefined, new AbortController().signal)).toBe(refusal);
    expect(await on.store.listReviews()).toEqual([]);
  });

  it('closes the frozen change, also when a reviewer throws', async () => {
    let closed = 0;
    const close = () => {
      closed += 1;
      return Promise.resolve();
    };
    const frozen = { ...frozenChange({ head }), close };
    const { review } = setting({
      repository: { top: '/', commonDirectory: '/', freeze: () => Promise.resolve(frozen) },
      reviewer: { ...answering({}), review: () => Promise.reject(new Error('broken')) },
    });
    await expect(review()).rejects.toThrow('broken');
    expect(closed).toBe(1);
  });
});

describe('a review whose process died', () => {
  async function interrupted() {
    const { on, clock, review } = setting({
      reviewer: { ...answering({}), review: () => Promise.reject(new Error('killed')) },
    });
    await expect(review()).rejects.toThrow('killed');
    return { on, clock };
  }

  it('stays in progress until its lease has passed', async () => {
    const { on, clock } = await interrupted();
    expect(await tick({ store: on.store, clock, digest })).toEqual({ fired: 0, broken: [] });
    expect(await on.store.listReviews()).toMatchObject([{ status: 'in_progress', outcome: null }]);
  });

  it('is then recorded as inconclusive, exactly once', async () => {
    const { on, clock } = await interrupted();
    clock.advance(31 * 60_000);
    const swept = await Promise.all([1, 2, 3].map(() => tick({ store: on.store, clock, digest })));
    expect(swept.reduce((sum, { fired }) => sum + fired, 0)).toBe(1);
    expect(await on.store.listReviews()).toMatchObject([{ status: 'pending', outcome: 'inconclusive' }]);
    expect((await replay(on.store.readAll(), digest)).differing).toEqual([]);
  });
});

describe('a review that was interrupted', () => {
  const seats = ['auditor', 'verifier'].map((role) => ({ role, driver: 'embedded' }) as const);
  const unheard = opinion({
    seat: seats[1]!,
    verdict: 'inconclusive',
    confidence: 0,
    shown: [],
    failure: { kind: 'cancelled', detail: 'This operation was aborted' },
  });

  async function stoppedAfter(...first: readonly Partial<Opinion>[]) {
    const interrupt = new AbortController();
    const reviewer: Reviewer = {
      seats: () => seats,
      review: () => {
        interrupt.abort();
        return Promise.resolve([...first.map((over) => opinion({ seat: seats[0]!, ...over })), unheard]);
      },
    };
    const { on } = setting({ reviewer, embeddedRoles: new Set(['auditor', 'verifier']) });
    const result = await reviewChange(on, request, () => undefined, interrupt.signal);
    if (isRefusal(result)) throw new Error(result.message);
    return { on, result };
  }

  it('is on record as interrupted, approves nothing and waits for nobody', async () => {
    const { on, result } = await stoppedAfter({});
    expect(result.decision).toMatchObject({ outcome: 'inconclusive', confidence: 0 });
    expect(result.decision?.rules.find(({ result: of }) => of === 'unsatisfied')?.id).toBe('review.interrupted');
    const types: string[] = [];
    for await (const { type } of on.store.readAll()) types.push(type);
    expect(types.at(-1)).toBe('review_interrupted');
    expect(await on.store.listWaiting(10)).toEqual([]);
    expect((await on.store.listReviews())[0]).toMatchObject({ status: 'pending', completedAt: 1_000 });
    expect((await replay(on.store.readAll(), digest)).differing).toEqual([]);
  });

  it('keeps an objection that was made before', async () => {
    const finding = { severity: 'critical', category: 'x', message: 'bad', file: 'a.ts', line: 1 } as const;
    const { result } = await stoppedAfter({ verdict: 'changes_requested', findings: [finding] });
    expect(result.decision?.outcome).toBe('changes_requested');
    expect(result.findings).toMatchObject([{ message: 'bad', state: 'open' }]);
  });

  it('is decided as any where everybody had answered', async () => {
    const interrupt = new AbortController();
    const reviewer = {
      ...answering({}),
      review: () => (interrupt.abort(), Promise.resolve([opinion({ seat: { role: 'auditor', driver: 'embedded' } })])),
    };
    const { on } = setting({ reviewer });
    expect(await reviewChange(on, request, () => undefined, interrupt.signal)).toMatchObject({
      decision: { outcome: 'approved' },
    });
  });
});

describe('disposing of a finding', () => {
  const finding = { severity: 'critical', category: 'x', message: 'bad', file: 'a.ts', line: 1 } as const;

  it('holds for the same content and for no other', async () => {
    const { on, clock, review } = setting({ reviewer: answering({ findings: [finding] }) });
    const [first] = (await review()).findings;
    await dispose({ ...on, clock }, caller, { finding: first!.id, state: 'dismissed', reason: 'no', actor: 'Bo' });
    expect((await review()).findings[0]).toMatchObject({ state: 'dismissed', disposition: { actor: 'Bo' } });
    const other = frozenChange({ head: { 'a.ts': 'export const two = 2;\n' } });
    const changed = { ...on, repository: { ...on.repository, freeze: () => Promise.resolve(other) } };
    const again = await reviewChange(changed, request, () => undefined, new AbortController().signal);
    expect(isRefusal(again) ? again : again.findings[0]).toMatchObject({ state: 'open' });
  });

  it('by the id it had in an earlier review holds for the latest of the same content too', async () => {
    const { on, clock, review } = setting({ reviewer: answering({ findings: [finding] }) });
    const listed = async (state: 'open' | 'dismissed') =>
      (await on.store.listFindings({ state: [state] })).findings.map((each) => each.reviewId);
    const say = (state: 'open' | 'dismissed', reason: string) =>
      dispose({ ...on, clock }, caller, { finding: first!.id, state, reason, actor: 'Bo' });
    const [first] = (await review()).findings;
    const second = (await review()).review.id;
    expect(await say('dismissed', 'no')).toMatchObject({ id: first!.id, state: 'dismissed' });
    // A mere claim leaves it among the open ones.
    expect([await listed('open'), await listed('dismissed')]).toEqual([[second], [second]]);
    const third = (await review()).review.id;
    expect(await say('open', 'it is right')).toMatchObject({ id: first!.id, state: 'open' });
    expect(await listed('open')).toEqual([third]);
    expect(await say('open', 'once more')).toMatchObject({ code: 'already_so' });
  });

  it('by a name that nothing proves does not change the decision', async () => {
    const { on, clock, review } = setting({ reviewer: answering({ findings: [finding] }) });
    const [first] = (await review()).findings;
    await dispose({ ...on, clock }, caller, { finding: first!.id, state: 'risk_accepted', reason: 'ok', actor: 'Ada' });
    expect((await review()).decision?.outcome).toBe('changes_requested');
  });

  it.each([
    ['without a reason', { reason: ' ' }, 'reason_missing'],
    ['of an unknown finding', { finding: 'zzz' }, 'unknown_finding'],
    ['of a finding by one letter of its id', { finding: 'short' }, 'ambiguous_id'],
    ['in the name of an embedded reviewer', { actor: 'Auditor' }, 'name_reserved'],
    ['into the state it has', { state: 'open' }, 'already_so'],
  ] as const)('%s is refused', async (_name, over, code) => {
    const { on, clock, review } = setting({ reviewer: answering({ findings: [finding] }) });
    const [first] = (await review()).findings;
    const base = { finding: first!.id, state: 'dismissed', reason: 'no', actor: 'Bo' } as const;
    const asked = { ...base, ...over };
    const named = asked.finding === 'short' ? { ...asked, finding: first!.id.slice(0, 1) } : asked;
    expect(await dispose({ ...on, clock }, caller, named)).toMatchObject({ refused: true, code });
  });
});
