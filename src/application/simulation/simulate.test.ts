import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { change, changedFile, opinion, raised, recorded, requested } from '../../../test/kit/review.js';
import { evaluateCondition } from '../../adapters/policy-file/conditions.js';
import { matches } from '../../adapters/policy-file/glob.js';
import { digest } from '../../main/digest.js';
import { classify } from '../../domain/classification/classify.js';
import { fold } from '../../domain/lifecycle/evolve.js';
import type { Recorded, ReviewEvent } from '../../domain/model/event.js';
import type { Opinion } from '../../domain/model/opinion.js';
import type { PanelTerms } from '../../domain/model/panel.js';
import type { Policy } from '../../domain/model/policy.js';
import { seatName } from '../../domain/model/seat.js';
import { defaultPolicy } from '../../domain/policy/default-policy.js';
import { embeddedRoster } from '../../domain/policy/embedded-roster.js';
import { requirement } from '../../domain/policy/requirement.js';
import { pathFacts } from '../../domain/policy/path-facts.js';
import { decideRound } from '../decide.js';
import { openWith } from '../commands/opening.js';
import type { Prepared } from '../commands/prepare.js';
import { openingUnder } from './opening.js';
import { rememberingPaths } from './other-policy.js';
import { roundUnder, standing } from './round.js';
import { decidedShortly } from './short-way.js';
import { simulate } from './simulate.js';

const tools = { digest, evaluate: evaluateCondition, matches, embeddedRoles: new Set(embeddedRoster.roles) };
const bare: Policy = { ...defaultPolicy, criteria: { '*': [] } };

interface History {
  readonly opinions?: readonly Opinion[];
  readonly path?: string;
  readonly noSkip?: boolean;
  readonly panel?: PanelTerms;
}

/** One review as the program records it under a policy. */
function history(
  policy: Policy,
  { opinions = [opinion()], path = 'a.ts', noSkip = false, panel }: History = {},
): Recorded[] {
  const of = change([changedFile(path)]);
  const classification = classify({ change: of, proofs: [], pathFacts: pathFacts(policy, [path], matches) });
  const prepared = {
    policy,
    origin: { source: 'base', digest: 'a'.repeat(64) },
    creator: 'Ada',
    classification,
    facts: { classification, creator: 'Ada', files: of.files },
    exclusions: {},
    pathFacts: [],
    frozen: { change: of },
  } as unknown as Prepared;
  const opened = openWith({ prepared, evaluate: evaluateCondition, noSkip, carried: new Map() });
  const seats = panel?.voices.flatMap((voice) => voice.seats) ?? opinions.map(({ seat }) => seatName(seat));
  const begun: ReviewEvent = {
    type: 'review_requested',
    data: { ...opened.requested, seats, ...(panel && { panel, protocol: 'panel' as const }) },
  };
  if (opened.skipped !== undefined)
    return recorded('r', [begun, { type: 'review_skipped', data: { decision: opened.skipped } }]);
  const events: ReviewEvent[] = [
    begun,
    { type: 'review_started', data: { reviewer: 'auditor', leaseUntil: 9e12 } },
    ...opinions.map((each): ReviewEvent => ({ type: 'opinion_submitted', data: { opinion: each } })),
  ];
  const review = fold(recorded('r', events));
  if (review === undefined) throw new Error('no review');
  return recorded('r', [...events, { type: 'review_decided', data: decideRound(review, digest) }]);
}

const under = (events: readonly Recorded[], policy: Policy) =>
  simulate(events, { policy, digest: 'b'.repeat(64) }, tools);

const required = (name: string) => ({ name, required: true, description: name, checks: [] });
const grace = opinion({ seat: { role: 'reviewer', driver: 'cli', agent: 'grace' }, confidence: 85 });
const agents: Policy['agents'] = { grace: { role: 'reviewer', driver: 'cli', limits: {} } };
const asksGrace: Policy = { ...bare, agents, seats: ['grace'] };
const skipping = (when: string): Policy => ({
  ...bare,
  reviewRequired: { actions: ['*'], skipIf: [{ when, exceptFor: [] }] },
});
const panelPolicy = (over: Partial<Policy['panel']> = {}): Policy => ({
  ...bare,
  protocol: 'panel',
  panel: { ...bare.panel, parallelModels: ['small', 'large'], ...over },
});
const panelSeats = ['small', 'large'].flatMap((model) =>
  (['spec', 'quality'] as const).map((stage) => ({
    stage,
    model,
    seat: { role: stage, driver: 'cli' as const, agent: model },
  })),
);
const panelTerms: PanelTerms = {
  strategy: 'parallel',
  models: ['small', 'large'],
  speculativeQuality: true,
  autoApprove: false,
  autoReject: false,
  voices: panelSeats.map(({ stage, model, seat }) => ({ stage, model, seats: [seatName(seat)] })),
};
const panelOpinions = panelSeats.map(({ seat }) => opinion({ seat }));

describe('a decision flips', () => {
  const byPath: Policy = { ...bare, paths: [{ glob: 'a.ts', sensitivity: 'protected' }] };
  const minor = opinion({ findings: ['x', 'y', 'z'].map((message) => raised({ severity: 'minor', message })) });

  it.each<[string, Recorded[], Policy, string, string]>([
    [
      'approved to not, as more confidence is asked',
      history(bare),
      withConfidence(96),
      'approved',
      'changes_requested',
    ],
    [
      'not to approved, as more minor findings are allowed',
      history(bare, { opinions: [minor] }),
      { ...bare, embedded: { ...bare.embedded, maxMinor: 3, minorConfidence: 90 } },
      'changes_requested',
      'approved',
    ],
    [
      'to a person, whom the matrix names',
      history(bare),
      { ...bare, reviewerMatrix: { '*': { primary: 'human', reasons: [] } } },
      'approved',
      'escalated',
    ],
    ['to skipped, by a new rule', history(bare), skipping('files == 1'), 'approved', 'skipped'],
    ['to skipped, as reviews are off', history(bare), { ...bare, enabled: false }, 'approved', 'skipped'],
    ['from skipped, and never to approved', history(skipping('files == 1')), bare, 'skipped', 'needs_review'],
    [
      'from skipped, as the path is protected',
      history(skipping('files == 1')),
      { ...skipping('files == 1'), paths: byPath.paths },
      'skipped',
      'needs_review',
    ],
    [
      'to approved by auto_approve',
      history(panelPolicy(), { panel: panelTerms, opinions: panelOpinions }),
      panelPolicy({ autoApprove: true }),
      'escalated',
      'approved',
    ],
  ])('%s', async (_name, events, policy, was, is) => {
    const { flipped, flips, decisions } = await under(events, policy);
    expect([flipped, flips]).toEqual([1, [{ recorded: was, simulated: is, reviews: 1 }]]);
    expect(decisions[0]?.rules.length).toBeGreaterThan(0);
    expect(decisions[0]?.unknown).toEqual([]);
  });

  it('with the rule and both of its reasons', async () => {
    const { decisions } = await under(history(bare), withConfidence(96));
    expect(decisions[0]?.rules).toContainEqual({
      id: 'standards.confidence',
      recorded: { result: 'satisfied', reason: 'confidence 95, at least 80 needed' },
      simulated: { result: 'unsatisfied', reason: 'confidence 95 is not enough to approve, 96 needed' },
    });
  });
});

describe('what is not recorded', () => {
  const gone: Policy = { ...panelPolicy(), panel: { ...panelPolicy().panel, parallelModels: ['small', 'other'] } };
  it.each<[string, Recorded[], Policy, RegExp]>([
    ['a seat that nobody asked', history(bare), asksGrace, /^nobody asked grace$/u],
    [
      'a criterion that nobody was asked',
      history(bare),
      { ...bare, criteria: { '*': [required('polite')] } },
      /criterion polite/u,
    ],
    [
      'a criterion in other words',
      history(
        { ...bare, criteria: { '*': [required('kind')] } },
        { opinions: [opinion({ checklist: { kind: { answer: true } } })] },
      ),
      { ...bare, criteria: { '*': [{ ...required('kind'), description: 'be kind' }] } },
      /criterion kind/u,
    ],
    [
      'whether the change is trivial, once no path rule gives its type',
      history({ ...bare, paths: [{ glob: 'a.ts', actionType: 'api_change' }] }),
      bare,
      /api_change/u,
    ],
    [
      'a model of the panel',
      history(panelPolicy(), { panel: panelTerms, opinions: panelOpinions }),
      gone,
      /nobody asked other/u,
    ],
    ['what a panel would say of a review by standards', history(bare), panelPolicy(), /protocol panel decides/u],
  ])('%s is named, and nothing is called approved', async (_name, events, policy, reason) => {
    const { unknown, flipped, decisions } = await under(events, policy);
    expect([unknown, flipped, decisions[0]?.simulated]).toEqual([1, 0, null]);
    expect(decisions[0]?.unknown.join()).toMatch(reason);
  });

  it('leaves a decision known that does not depend on it', async () => {
    const events = history(bare, { opinions: [opinion({ findings: [raised({ severity: 'critical' })] })] });
    const { same } = await under(events, { ...bare, criteria: { '*': [required('polite')] } });
    expect(same).toBe(1);
  });

  it('is whether policy or caller asked a seat that the other policy does not name', async () => {
    const objecting = { ...grace, verdict: 'changes_requested' as const, findings: [raised()] };
    const { decisions } = await under(history(asksGrace, { opinions: [opinion(), objecting] }), bare);
    expect(decisions[0]).toMatchObject({ simulated: null, possible: ['approved', 'changes_requested'] });
    expect(decisions[0]?.unknown).toEqual([
      'whether the policy or the caller asked reviewer/grace@cli is not recorded',
    ]);
  });
});

describe('a simulation', () => {
  it('leaves a review alone that its caller had made in spite of a skip', async () => {
    const policy = skipping('files == 1');
    expect(await under(history(policy, { noSkip: true }), policy)).toMatchObject({ same: 1, decisions: [] });
  });

  it('looks at reviews since a moment only', async () => {
    const other = { policy: { ...bare, enabled: false }, digest: 'b'.repeat(64) };
    expect(await simulate(history(bare), other, tools, { since: 1_000 })).toMatchObject({ reviews: 1, flipped: 1 });
    expect(await simulate(history(bare), other, tools, { since: 1_001 })).toMatchObject({ reviews: 0, flipped: 0 });
  });

  it('counts a review without a decision apart', async () => {
    const events = history(bare).slice(0, 2);
    expect(await under(events, bare)).toMatchObject({ reviews: 1, undecided: 1 });
    expect((await under(events, { ...bare, enabled: false })).flips).toEqual([
      { recorded: null, simulated: 'skipped', reviews: 1 },
    ]);
  });

  it('stops at the first decision that is another', async () => {
    const first = history(bare, { opinions: [opinion({ findings: [raised()] })] });
    const { data } = history(bare).at(-1) ?? {};
    const again = { ...first[0], ...recorded('r', [{ type: 'review_decided', data: data as never }])[0] } as Recorded;
    const lenient: Policy = { ...bare, enabled: false };
    expect(await under([...first, again], lenient)).toMatchObject({
      flipped: 1,
      decisions: [{ recorded: 'changes_requested' }],
    });
  });

  const number = (min: number, max: number) => fc.integer({ min, max });
  const anyPolicy = fc
    .record({
      confidence: number(0, 100),
      critical: number(0, 2),
      clean: number(0, 100),
      maxMinor: number(0, 3),
      kind: fc.constantFrom('plain', 'agents', 'skip', 'protected', 'human', 'criteria'),
    })
    .map(({ confidence, critical, clean, maxMinor, kind }): Policy => {
      const numbers: Policy = {
        ...bare,
        standards: { ...bare.standards, minConfidence: confidence, maxCriticalConcerns: critical },
        embedded: { ...bare.embedded, cleanConfidence: clean, maxMinor },
      };
      if (kind === 'agents') return { ...numbers, agents, seats: ['grace'] };
      if (kind === 'skip') return { ...numbers, reviewRequired: skipping('added < 2').reviewRequired };
      if (kind === 'protected') return { ...numbers, paths: [{ glob: '*.ts', sensitivity: 'protected' }] };
      if (kind === 'criteria') return { ...numbers, criteria: { '*': [required('kind')] } };
      return kind === 'human' ? { ...numbers, reviewerMatrix: { '*': { primary: 'human', reasons: [] } } } : numbers;
    });
  const anyOpinion = fc
    .record({
      severities: fc.array(fc.constantFrom('critical' as const, 'important' as const, 'minor' as const), {
        maxLength: 3,
      }),
      verdict: fc.constantFrom('approved' as const, 'changes_requested' as const, 'inconclusive' as const),
      answer: fc.constantFrom(true, false, null),
      confidence: number(0, 100),
    })
    .map(({ severities, answer, ...said }) => ({
      ...said,
      checklist: { kind: { answer, reason: 'so' } },
      findings: severities.map((severity, index) => raised({ severity, message: `Problem ${index} is here.` })),
    }));

  it('of the policy under which a history was recorded flips nothing and knows everything', async () => {
    await fc.assert(
      fc.asyncProperty(anyPolicy, anyOpinion, anyOpinion, async (policy, embedded, agent) => {
        const opinions = [opinion(embedded), ...(policy.seats.length === 0 ? [] : [{ ...grace, ...agent }])];
        const events = history(policy, { opinions }).map(ownPerson(policy));
        const result = await under(events, policy);
        expect(result).toMatchObject({ reviews: 1, same: 1, decisions: [] });
      }),
      { numRuns: 60 },
    );
  });

  it('comes the short way, on which only what differs is looked at again, to what all of the round comes to', () => {
    let short = 0;
    fc.assert(
      fc.property(anyPolicy, anyPolicy, anyOpinion, anyOpinion, (recordedUnder, policy, embedded, agent) => {
        const seated = recordedUnder.seats.length === 0 ? [] : [{ ...grace, ...agent }];
        const events = history(recordedUnder, { opinions: [opinion(embedded), ...seated] });
        const round = recordedRound(events, policy);
        if (round === undefined) return;
        const { before, review, other, ...rest } = round;
        const anew = roundUnder({ review, ...rest }, other, tools);
        expect(roundUnder({ review, ...rest }, other, tools, before)).toEqual(anew);
        if (decidedShortly({ ...review, standards: policy.standards }, review, before) !== undefined) short += 1;
      }),
      { numRuns: 200 },
    );
    expect(short).toBeGreaterThan(50);
  });

  it('of any policy calls nothing approved that the rules of that policy do not approve', async () => {
    await fc.assert(
      fc.asyncProperty(anyPolicy, anyPolicy, anyOpinion, async (recordedUnder, policy, said) => {
        const [found] = (await under(history(recordedUnder, { opinions: [opinion(said)] }), policy)).decisions;
        if (found?.simulated !== 'approved') return;
        expect([policy.seats, found.unknown]).toEqual([[], []]);
        expect(requirementOf(policy)).toBe(true);
        expect(said.findings.filter(({ severity }) => severity === 'important')).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

/** The round of a history just before its decision, as it stands under another policy; undefined where nothing was decided. */
function recordedRound(events: readonly Recorded[], policy: Policy) {
  const [first, last] = [events[0], events.at(-1)] as unknown as readonly ReviewEvent[];
  const review = fold(events.slice(0, -1));
  if (first?.type !== 'review_requested' || last?.type !== 'review_decided' || review === undefined) return undefined;
  const other = { policy, digest: 'b'.repeat(64), pathsOf: rememberingPaths(policy, matches) };
  const opening = openingUnder(other, first.data, tools);
  return { review, opening, place: null, beforeSecond: null, agents: new Map(), other, before: last.data };
}

function withConfidence(minConfidence: number): Policy {
  return { ...bare, standards: { ...bare.standards, minConfidence } };
}

function requirementOf(policy: Policy): boolean {
  const { classification } = requested();
  return requirement(policy, { classification, creator: 'Ada', files: change().files }, evaluateCondition).needed;
}

/** Where the matrix names a person, the program gives it a seat and the decision follows from that. */
function ownPerson(policy: Policy) {
  let before: Recorded[] = [];
  return (event: Recorded): Recorded => {
    const now = withPerson(policy, event, before);
    before = [...before, now];
    return now;
  };
}

function withPerson({ reviewerMatrix }: Policy, event: Recorded, before: readonly Recorded[]): Recorded {
  if (reviewerMatrix['*']?.primary !== 'human') return event;
  const { type, data } = event as unknown as { type: string; data: never };
  if (type === 'review_requested') {
    const { seats } = data as { seats: readonly string[] };
    return { ...event, data: { ...(data as object), seats: [...seats, 'human@human'] } as never };
  }
  const review = fold(before);
  if (type !== 'review_decided' || review === undefined) return event;
  const decided = decideRound(review, digest);
  expect(standing(decided.decision)).not.toBe('approved');
  return { ...event, data: decided };
}
