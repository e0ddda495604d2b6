import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frozenChange } from '../../../test/kit/frozen-change.js';
import { opinion, raised, recorded as asRecorded, requested } from '../../../test/kit/review.js';
import { ManualClock } from '../../adapters/clock/manual-clock.js';
import { MemoryStore } from '../../adapters/storage/memory/memory-store.js';
import { fold } from '../../domain/lifecycle/evolve.js';
import type { Opinion } from '../../domain/model/opinion.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { ReviewStatus } from '../../domain/model/review.js';
import { publicKeyOf } from '../../main/token-signature.js';
import { decideRound } from '../decide.js';
import { identify } from '../identify.js';
import { inbox } from '../queries/inbox.js';
import { replay } from '../queries/replay.js';
import { addAgent, revokeAgent, rotateToken } from './agents.js';
import { carriedOnto } from './carried.js';
import { decideAsPerson } from './decide-by-person.js';
import { dispose } from './dispose.js';
import { digest } from '../../../test/kit/digest.js';

const bad = raised({ severity: 'critical', rule: 'secrets/credential' });
const { change } = frozenChange({ head: { 'a.ts': 'export const one = 1;\n' } });

function accepted<T>(result: T | Refusal): T {
  if (isRefusal(result)) throw new Error(`${result.code}: ${result.message}`);
  return result;
}

function setting() {
  let secrets = 0;
  const clock = new ManualClock(1_000);
  const newSecret = () => `secret-${++secrets}`;
  const on = {
    store: new MemoryStore(),
    clock,
    digest,
    publicKeyOf,
    newSecret,
    interactive: false,
    embeddedRoles: new Set(['auditor']),
  };
  const as = (token?: string) => ({ token, claimed: () => Promise.resolve('bo') });
  /** A decided review of a change by Ada. */
  const review = async (id: string, over: Partial<Opinion>, more: Partial<ReturnType<typeof requested>> = {}) => {
    const opening = [
      { type: 'review_requested', data: requested({ creator: 'Ada', change, ...more }) },
      { type: 'review_started', data: { reviewer: 'auditor', leaseUntil: 9_000 } },
      { type: 'opinion_submitted', data: { opinion: opinion(over) } },
    ] as const;
    const state = fold(asRecorded(id, opening))!;
    const events = [...opening, { type: 'review_decided', data: decideRound(state, digest) }] as const;
    const at = clock.now();
    clock.advance(1);
    await on.store.append({ stream: `review/${id}`, expectedVersion: 0, actor: 'Ada', at, events });
  };
  /** The token of a person made on a terminal. */
  const person = async (name: string) =>
    accepted(await addAgent({ ...on, interactive: true }, as(), { name, kind: 'human' })).token;
  return { on, as, review, person };
}

/** Reviews in every state in which approval is a person's to give, or nobody's. */
async function waiting({ review }: ReturnType<typeof setting>) {
  await review('R1', { findings: [bad] });
  await review('R2', { verdict: 'inconclusive' });
  await review('R3', {}, { seats: ['auditor@embedded', 'human@human'] });
  const agent = { role: 'reviewer', driver: 'cli' } as const;
  const rejecting = { verdict: 'rejected', ground: 'fundamental_flaw', findings: [bad], seat: agent } as const;
  await review('R4', rejecting, { seats: ['reviewer@cli'] });
}

const agentOf = (name: string) => ({ name, kind: 'agent' }) as const;

const statuses = async (store: MemoryStore): Promise<Record<string, ReviewStatus>> =>
  Object.fromEntries((await store.listReviews()).map(({ id, status }) => [id, status]));

describe('identities', () => {
  it('prove a name by the token that was given last, and only until they are revoked', async () => {
    const { on, as } = setting();
    const { token, agent } = accepted(await addAgent(on, as(), { name: 'Otter_1', kind: 'agent', family: 'acme' }));
    expect(agent).toMatchObject({ name: 'otter-1', role: 'otter-1', family: 'acme', revokedAt: null });
    expect(await identify(on, { token: ` ${token}\n` })).toMatchObject({ name: 'otter-1', kind: 'agent' });
    const next = accepted(await rotateToken(on, as(), 'otter_1')).token;
    expect(await identify(on, { token })).toMatchObject({ refused: true, code: 'unknown_token' });
    expect(await identify(on, { token: next })).toMatchObject({ name: 'otter-1' });
    accepted(await revokeAgent(on, as(), { name: 'otter-1', reason: 'left' }));
    expect(await identify(on, { token: next })).toMatchObject({ refused: true, code: 'unknown_token' });
    expect(await rotateToken(on, as(), 'otter-1')).toMatchObject({ code: 'agent_revoked' });
    expect(await revokeAgent(on, as(), { name: 'otter-1' })).toMatchObject({ code: 'already_so' });
    expect(await addAgent(on, as(), { name: 'otter-1', kind: 'agent' })).toMatchObject({ code: 'name_taken' });
  });

  it('never hold a token, and no refusal repeats one', async () => {
    const { on, as, person } = setting();
    const token = await person('dana');
    const wrong = `${token}-wrong`;
    const journal: unknown[] = [];
    for await (const event of on.store.readAll()) journal.push(event);
    expect(JSON.stringify(journal)).not.toContain('secret-');
    expect(JSON.stringify(await identify(on, as(wrong)))).not.toContain('secret-');
  });

  it.each([undefined, '', '  '])('an absent token (%j) is nobody', async (token) => {
    expect(await identify(setting().on, { token })).toBeUndefined();
  });

  it.each([
    [{ name: 'human' }, 'name_reserved'],
    [{ name: 'auditor' }, 'name_reserved'],
    [{ name: '../x' }, 'bad_name'],
    [{ name: 'otter', role: 'a b' }, 'bad_name'],
    [{ name: 'otter', family: '!' }, 'bad_name'],
  ])('%j is refused', async (ask, code) => {
    const { on, as } = setting();
    expect(await addAgent(on, as(), { kind: 'agent', ...ask })).toMatchObject({ refused: true, code });
    expect(await on.store.listAgents()).toEqual([]);
  });

  it('a person comes from a terminal first, then from a person, never from an agent', async () => {
    const { on, as } = setting();
    const dana = { name: 'dana', kind: 'human' } as const;
    const terminal = { ...on, interactive: true };
    expect(await addAgent(on, as(), dana)).toMatchObject({ code: 'terminal_needed' });
    const agent = accepted(await addAgent(on, as(), { name: 'otter', kind: 'agent' })).token;
    expect(await addAgent(terminal, as(agent), dana)).toMatchObject({ code: 'human_needed' });
    const { token } = accepted(await addAgent(terminal, as(), dana));
    const grace = { name: 'grace', kind: 'human' } as const;
    expect(await addAgent(terminal, as(), grace)).toMatchObject({ code: 'human_needed' });
    accepted(await addAgent(on, as(token), grace));
    accepted(await revokeAgent(on, as(token), { name: 'grace' }));
    accepted(await revokeAgent(on, as(token), { name: 'dana' }));
    expect(await addAgent(on, as(), { ...dana, name: 'eve' })).toMatchObject({ code: 'terminal_needed' });
    expect(await revokeAgent(on, as(), { name: 'nobody-here' })).toMatchObject({ code: 'unknown_agent' });
  });

  it('are changed by nobody else: an agent changes only itself, and once there is a person only people do', async () => {
    const { on, as, person } = setting();
    const add = async (name: string, by?: string) => addAgent(on, as(by), { name, kind: 'agent' });
    const ada = accepted(await add('ada')).token;
    accepted(await add('bob'));
    expect(await add('eve', ada)).toMatchObject({ code: 'human_needed' });
    expect(await rotateToken(on, as(ada), 'bob')).toMatchObject({ code: 'human_needed' });
    expect(await revokeAgent(on, as(ada), { name: 'bob' })).toMatchObject({ code: 'human_needed' });
    const bob = accepted(await rotateToken(on, as(), 'bob')).token;
    const dana = await person('dana');
    for (const nobody of [undefined, ada]) {
      expect(await add('eve', nobody)).toMatchObject({ code: 'human_needed' });
      expect(await rotateToken(on, as(nobody), 'bob')).toMatchObject({ code: 'human_needed' });
      expect(await revokeAgent(on, as(nobody), { name: 'bob' })).toMatchObject({ code: 'human_needed' });
    }
    expect(await identify(on, { token: bob })).toMatchObject({ name: 'bob' });
    const next = accepted(await rotateToken(on, as(bob), 'bob')).token;
    accepted(await add('eve', dana));
    accepted(await rotateToken(on, as(dana), 'ada'));
    accepted(await revokeAgent(on, as(next), { name: 'bob' }));
  });
});

describe('whoever reaches for what is a person’s to change', () => {
  const attempts = async ({ on }: ReturnType<typeof setting>, name: string) =>
    (await on.store.readStream(`agent/${name}`))
      .filter(({ type }) => type === 'attempt_refused')
      .map(({ data }) => data);

  it('is on record: an agent with itself, nobody with whom it was about', async () => {
    const set = setting();
    const { on, as, person } = set;
    const ada = accepted(await addAgent(on, as(await person('dana')), agentOf('ada'))).token;
    expect(await addAgent(on, as(ada), { name: 'eve', kind: 'human' })).toMatchObject({ code: 'human_needed' });
    expect(await revokeAgent(on, as(ada), { name: 'dana' })).toMatchObject({ code: 'human_needed' });
    expect(await rotateToken(on, as(), 'dana')).toMatchObject({ code: 'human_needed' });
    expect(await rotateToken(on, as('stolen'), 'dana')).toMatchObject({ code: 'unknown_token' });
    expect(await attempts(set, 'ada')).toEqual(
      ['add_agent', 'revoke_agent'].map((verb) => ({ verb, code: 'human_needed', actor: 'ada' })),
    );
    expect(await attempts(set, 'dana')).toEqual(
      ['human_needed', 'unknown_token'].map((code) => ({ verb: 'rotate_agent', code, actor: 'bo' })),
    );
  });

  it('changes nothing by it, also with somebody who was revoked, and cannot make the journal grow', async () => {
    const set = setting();
    const { on, as, person } = set;
    const dana = await person('dana');
    accepted(await addAgent(on, as(dana), agentOf('ada')));
    accepted(await revokeAgent(on, as(dana), { name: 'ada' }));
    const before = await on.store.listAgents();
    for (let time = 1; time <= 3; time++)
      expect(await rotateToken(on, as(), 'ada')).toMatchObject({ code: 'human_needed' });
    expect(await attempts(set, 'ada')).toHaveLength(1);
    expect(await on.store.listAgents()).toEqual(before);
    expect((await on.store.rebuild()).differences).toEqual([]);
  });
});

describe("a person's decision", () => {
  it('lists what waits, the oldest first, with why', async () => {
    const set = setting();
    await waiting(set);
    const items = await inbox(set.on.store, 10);
    expect(items.map(({ review }) => review.id)).toEqual(['R2', 'R3']);
    expect(items.map(({ reasons }) => reasons[0])).toEqual([
      'verdict.conclusive: auditor@embedded could not conclude',
      'seats.person: a person has a seat and has not decided yet',
    ]);
  });

  it.each(['R1', 'R2', 'R3', 'R4'])('approves %s, and the journal decides the same again', async (review) => {
    const set = setting();
    await waiting(set);
    const token = await set.person('dana');
    const ask = { review, outcome: 'approve', note: ' fine ' } as const;
    const document = accepted(await decideAsPerson(set.on, set.as(token), ask));
    expect(document).toMatchObject({
      review: { status: 'approved' },
      decision: { person: { name: 'dana', note: 'fine' } },
    });
    expect(await decideAsPerson(set.on, set.as(token), ask)).toMatchObject({ code: 'not_decidable' });
    expect((await replay(set.on.store.readAll(), digest)).differing).toEqual([]);
  });

  it('a forged decision differs on replay', async () => {
    const set = setting();
    await waiting(set);
    const rules = [{ id: 'person.decided', result: 'satisfied', reason: 'dana approved: fine' }] as const;
    const decision = { outcome: 'approved', confidence: 95, rules } as const;
    await set.on.store.append({
      stream: 'review/R3',
      expectedVersion: (await set.on.store.readStream('review/R3')).length,
      actor: 'dana',
      at: 1,
      events: [{ type: 'person_decided', data: { outcome: 'approved', note: 'fine', person: 'dana', decision } }],
    });
    expect((await replay(set.on.store.readAll(), digest)).differing.map(({ id }) => id)).toEqual(['R3']);
  });

  it('may go against own work, never for it', async () => {
    const set = setting();
    await waiting(set);
    const ada = await set.person('ada');
    const ask = { review: 'R2', note: 'mine' } as const;
    expect(await decideAsPerson(set.on, set.as(ada), { ...ask, outcome: 'approve' })).toMatchObject({
      code: 'own_work',
    });
    expect((await set.on.store.readStream('review/R2')).at(-1)).toMatchObject({
      type: 'attempt_refused',
      actor: 'ada',
      data: { verb: 'approve', code: 'own_work', actor: 'ada' },
    });
    accepted(await decideAsPerson(set.on, set.as(ada), { ...ask, outcome: 'reject' }));
  });

  it('of two at once, one decides and the other is told', async () => {
    const set = setting();
    await waiting(set);
    const token = await set.person('dana');
    const outcomes = ['approve', 'approve'] as const;
    const both = await Promise.all(
      outcomes.map((outcome) => decideAsPerson(set.on, set.as(token), { review: 'R2', outcome, note: 'x' })),
    );
    expect(both.filter(isRefusal)).toMatchObject([{ code: 'not_decidable' }]);
  });
});

describe('what a person settled', () => {
  it('has no authority in work of their own with the same content', async () => {
    const set = setting();
    await set.review('R1', { findings: [bad] }, { creator: 'bo' });
    const ada = await set.person('ada');
    const [finding] = (await set.on.store.listFindings()).findings;
    const ask = { finding: finding!.id, state: 'dismissed', reason: 'a sample' } as const;
    accepted(await dispose(set.on, set.as(ada), ask));
    const authority = async (creator: string) =>
      [...(await carriedOnto(set.on.store, { creator, change })).values()].map((each) => each.authority);
    expect(await authority('bo')).toEqual(['human']);
    expect(await authority('Ada')).toEqual(['claimed']);
  });

  it('raises what was only claimed, and is not said twice', async () => {
    const set = setting();
    await set.review('R1', { findings: [bad] });
    const dana = await set.person('dana');
    const [finding] = (await set.on.store.listFindings()).findings;
    const ask = { finding: finding!.id, state: 'dismissed', reason: 'a sample' } as const;
    expect(accepted(await dispose(set.on, set.as(), ask)).disposition).toMatchObject({
      actor: 'bo',
      authority: 'claimed',
    });
    expect(await dispose(set.on, set.as(), ask)).toMatchObject({ code: 'already_so' });
    expect(accepted(await dispose(set.on, set.as(dana), ask)).disposition).toMatchObject({
      actor: 'dana',
      authority: 'human',
    });
    expect(await dispose(set.on, set.as(dana), ask)).toMatchObject({ code: 'already_so' });
  });
});

describe('law', () => {
  /** What somebody without the token of a person can try; `who` is none, a wrong one, an agent's, a revoked person's. */
  const who = fc.constantFrom('none', 'wrong', 'agent', 'revoked');
  const review = fc.constantFrom('R1', 'R2', 'R3', 'R4');
  const attempt = fc.oneof(
    fc.record({
      do: fc.constant('decide' as const),
      who,
      review,
      outcome: fc.constantFrom('approve', 'request_changes', 'reject'),
    }),
    fc.record({
      do: fc.constant('dispose' as const),
      who,
      nth: fc.nat(3),
      state: fc.constantFrom('dismissed', 'risk_accepted', 'open'),
    }),
    fc.record({
      do: fc.constant('add' as const),
      who,
      name: fc.constantFrom('eve', 'dana', 'otter', 'ada'),
      kind: fc.constantFrom('human', 'agent'),
    }),
    fc.record({
      do: fc.constantFrom('rotate' as const, 'revoke' as const),
      who,
      name: fc.constantFrom('dana', 'otter', 'grace'),
    }),
    fc.record({ do: fc.constant('again' as const) }),
  );

  it('no sequence of commands without the token of a person turns a review into an approved one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { maxLength: 12 }), async (attempts) => {
        const set = setting();
        const { on, as } = set;
        await waiting(set);
        const dana = await set.person('dana');
        const grace = accepted(await addAgent(on, as(dana), { name: 'grace', kind: 'human' })).token;
        accepted(await revokeAgent(on, as(dana), { name: 'grace' }));
        // Whatever an attempt yields is tried as a token from then on.
        let agent = accepted(await addAgent(on, as(dana), { name: 'otter', kind: 'agent' })).token;
        const before = await statuses(on.store);
        const token = (of: string) => ({ none: undefined, wrong: `${dana}x`, agent, revoked: grace })[of];
        let again = 0;
        for (const one of attempts) {
          if (one.do === 'again') {
            const carried = Object.fromEntries(await carriedOnto(on.store, { creator: 'Ada', change }));
            await set.review(`N${again++}`, { findings: [bad] }, { carried });
            continue;
          }
          const caller = as(token(one.who));
          if (one.do === 'decide') await decideAsPerson(on, caller, { ...one, note: 'trust me' });
          else if (one.do === 'dispose') {
            const finding = (await on.store.listFindings()).findings[one.nth]?.id ?? 'x';
            await dispose(on, caller, { finding, state: one.state, reason: 'because' });
          } else if (one.do === 'revoke') await revokeAgent(on, caller, one);
          else {
            const result = one.do === 'add' ? await addAgent(on, caller, one) : await rotateToken(on, caller, one.name);
            if (!isRefusal(result)) {
              expect(result.agent).toMatchObject({ kind: 'agent', name: 'otter' });
              agent = result.token;
            }
          }
        }
        const after = await statuses(on.store);
        expect(after).toMatchObject(before);
        expect(Object.values(after)).not.toContain('approved');
        expect((await replay(on.store.readAll(), digest)).differing).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
