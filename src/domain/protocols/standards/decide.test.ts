import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../model/finding.js';
import type { Opinion } from '../../model/opinion.js';
import type { Severity, Verdict } from '../../model/verdict.js';
import { opinion, raised, requested } from '../../../../test/kit/review.js';
import { decide } from './decide.js';
import type { Round } from './round.js';

const { standards, embedded, rejectGrounds } = requested();

function round(over: Partial<Round> = {}): Round {
  return {
    creator: 'Ada',
    criteria: [],
    standards,
    embedded,
    rejectGrounds,
    seats: ['auditor@embedded'],
    opinions: [opinion()],
    counting: [],
    settled: [],
    coverage: [{ path: 'a.ts', coverage: 'reviewed' }],
    ...over,
  };
}

function finding(severity: Severity, seat = 'auditor@embedded'): Finding {
  return {
    ...raised({ severity }),
    id: 'f',
    fingerprint: 'f',
    state: 'open',
    agreement: 'only',
    sources: [{ seat, message: 'm', severity }],
  };
}

const agent = (over: Partial<Opinion> = {}) => opinion({ seat: { role: 'reviewer', driver: 'cli' }, ...over });
const agentRound = (over: Partial<Opinion>, more: Partial<Round> = {}) =>
  round({ seats: ['reviewer@cli'], opinions: [agent(over)], ...more });

const criterion = { name: 'tested', required: true, description: '', checks: [] };
const rule = (id: string, of: Round) => decide(of).rules.find((each) => each.id === id);

describe('standards: what approves', () => {
  it('approves a complete, positive opinion on everything', () => {
    expect(decide(round())).toMatchObject({ outcome: 'approved', confidence: 95 });
  });

  it.each<[string, Partial<Round>]>([
    ['no seat at all', { seats: [], opinions: [] }],
    ['a seat that never answered', { opinions: [] }],
    ['one of two seats missing', { seats: ['auditor@embedded', 'tester@embedded'] }],
    ['a seat that crashed', { opinions: [opinion({ failure: { kind: 'crashed', detail: 'exit 1' } })] }],
    ['an opinion that could not conclude', { opinions: [opinion({ verdict: 'inconclusive' })] }],
    ['an empty inventory', { coverage: [] }],
    ['everything excluded', { coverage: [{ path: 'a.png', coverage: 'excluded', rule: 'media' }] }],
    [
      'an entry not shown',
      {
        coverage: [
          { path: 'a', coverage: 'reviewed' },
          { path: 'b', coverage: 'not_shown' },
        ],
      },
    ],
    ['an entry partly shown', { coverage: [{ path: 'a', coverage: 'partly_shown' }] }],
    ['an unreadable entry', { coverage: [{ path: 'a', coverage: 'unreadable' }] }],
    ['a required criterion nobody answered', { criteria: [criterion] }],
    [
      'a required criterion answered null',
      {
        criteria: [criterion],
        opinions: [opinion({ checklist: { tested: { answer: null, reason: 'no tool' } } })],
      },
    ],
  ])('%s is inconclusive', (_name, over) => {
    expect(decide(round(over))).toMatchObject({ outcome: 'inconclusive', confidence: 0 });
  });

  it('waits for a person who has a seat, unless somebody objects', () => {
    const seats = ['auditor@embedded', 'human@human'];
    expect(decide(round({ seats })).outcome).toBe('escalated');
    expect(decide(round({ seats, counting: [finding('critical')] })).outcome).toBe('changes_requested');
  });

  it('an optional criterion may stay unchecked', () => {
    expect(decide(round({ criteria: [{ ...criterion, required: false }] })).outcome).toBe('approved');
  });
});

describe('standards: the numbers of PRS 6.1', () => {
  it.each<[string, Finding[], string, number]>([
    ['critical', [finding('critical')], 'changes_requested', 40],
    ['important', [finding('important')], 'changes_requested', 60],
    ['three minor', [finding('minor'), finding('minor'), finding('minor')], 'changes_requested', 75],
    ['two minor', [finding('minor'), finding('minor')], 'approved', 95],
  ])('%s', (_name, counting, outcome, confidence) => {
    expect(decide(round({ counting }))).toMatchObject({ outcome, confidence });
  });
});

describe('standards: reviewers with a verdict of their own', () => {
  it.each<[string, Partial<Opinion>, string]>([
    ['approved with 80', { confidence: 80 }, 'approved'],
    ['approved with 79', { confidence: 79 }, 'changes_requested'],
    ['approved with 59', { confidence: 59 }, 'changes_requested'],
    [
      'rejected on a named ground',
      { verdict: 'rejected', ground: 'fundamental_flaw', findings: [raised()] },
      'rejected',
    ],
    ['rejected without a ground', { verdict: 'rejected', findings: [raised()] }, 'changes_requested'],
    ['changes with a finding', { verdict: 'changes_requested', findings: [raised()] }, 'changes_requested'],
  ])('%s', (_name, over, outcome) => {
    expect(decide(agentRound(over)).outcome).toBe(outcome);
  });

  it('approving with a critical finding contradicts itself and never approves', () => {
    const contradiction = agentRound({ findings: [raised({ severity: 'critical' })] });
    expect(decide(contradiction).outcome).toBe('inconclusive');
    expect(rule('verdict.consistent', contradiction)?.result).toBe('unsatisfied');
  });

  it('an important finding of an approving agent does not block', () => {
    const counting = [finding('important', 'reviewer@cli')];
    expect(decide(agentRound({ findings: [raised()] }, { counting })).outcome).toBe('approved');
  });

  it('the creator does not decide', () => {
    expect(decide(agentRound({}, { creator: 'reviewer' })).outcome).toBe('inconclusive');
    expect(decide(agentRound({}, { creator: 'Reviewer' })).outcome).toBe('inconclusive');
  });

  it.each(['reviewer', 'opus'])('the fixer does not decide, as %s', (fixer) => {
    const seat = { role: 'reviewer', driver: 'cli', model: 'opus' } as const;
    const seats = ['reviewer@cli:opus'];
    expect(decide(agentRound({ seat }, { seats })).outcome).toBe('approved');
    const own = agentRound({ seat }, { seats, fixer });
    expect(decide(own).outcome).toBe('inconclusive');
    expect(rule('author.does_not_decide', own)?.reason).toBe(`${fixer} mends the change and cannot review it`);
  });

  it('an embedded reviewer is nobody, whatever name an author has', () => {
    expect(decide(round({ creator: 'auditor', fixer: 'auditor' })).outcome).toBe('approved');
  });

  it('an objection is not erased by another approval (gitmoot#1555)', () => {
    const objecting = agent({ verdict: 'changes_requested', findings: [raised()] });
    const both = round({ seats: ['auditor@embedded', 'reviewer@cli'], opinions: [objecting, opinion()] });
    expect(decide(both).outcome).toBe('changes_requested');
    expect(decide({ ...both, opinions: [opinion(), objecting] })).toEqual(decide(both));
  });

  it('an objection wins over an inconclusive seat', () => {
    const objecting = agent({ verdict: 'changes_requested', findings: [raised()] });
    const both = round({ seats: ['auditor@embedded', 'reviewer@cli'], opinions: [objecting] });
    expect(decide(both).outcome).toBe('changes_requested');
  });

  it('a criterion one seat answers false is not outvoted', () => {
    const no = opinion({ checklist: { tested: { answer: false, reason: 'no test' } } });
    const yes = agent({ checklist: { tested: { answer: true } } });
    const both = round({ criteria: [criterion], seats: ['auditor@embedded', 'reviewer@cli'], opinions: [yes, no] });
    expect(rule('standards.criteria_met', both)).toMatchObject({ result: 'unsatisfied' });
  });
});

describe('standards: laws', () => {
  const verdict = fc.constantFrom<Verdict>('approved', 'changes_requested', 'rejected', 'inconclusive');
  const anyOpinion = fc
    .record({ verdict, confidence: fc.integer({ min: 0, max: 100 }), failed: fc.boolean(), seen: fc.boolean() })
    .map(({ failed, seen, ...rest }) =>
      agent({
        ...rest,
        ...(failed ? { failure: { kind: 'idle', detail: 'silent' } } : {}),
        shown: seen ? [{ path: 'a.ts', coverage: 'reviewed' }] : [],
      }),
    );

  it('approves only when every opinion approves, with no failure, gap or low confidence', () => {
    fc.assert(
      fc.property(fc.array(anyOpinion, { maxLength: 3 }), fc.boolean(), (opinions, covered) => {
        const coverage = [{ path: 'a.ts', coverage: covered ? 'reviewed' : 'not_shown' }];
        const { outcome } = decide(round({ seats: ['reviewer@cli'], opinions, coverage }));
        if (outcome !== 'approved') return;
        expect(covered).toBe(true);
        expect(opinions.length).toBeGreaterThan(0);
        for (const each of opinions) expect([each.verdict, each.failure]).toEqual(['approved', undefined]);
      }),
    );
  });

  it('does not depend on the order of the opinions', () => {
    fc.assert(
      fc.property(fc.array(anyOpinion, { maxLength: 4 }), (opinions) => {
        const forward = decide(round({ opinions }));
        expect(decide(round({ opinions: [...opinions].reverse() })).outcome).toBe(forward.outcome);
      }),
    );
  });
});

describe('an analyzer that could not conclude', () => {
  const seats = ['auditor@embedded', 'reviewer@cli'];
  const unsure = opinion({ verdict: 'inconclusive', confidence: 0, shown: [] });
  const outcome = (over: Partial<Opinion>) => decide(round({ seats, opinions: [unsure, agent(over)] })).outcome;

  it('leaves the word to a seat that judges for itself', () => {
    expect(outcome({})).toBe('approved');
  });

  it.each<[string, Partial<Opinion>]>([
    ['failed', { verdict: 'inconclusive', failure: { kind: 'quota', detail: 'none left' } }],
    ['approved and failed', { failure: { kind: 'crashed', detail: 'exit 1' } }],
    ['could not conclude either', { verdict: 'inconclusive' }],
    ['is a guest of the caller', { seat: { role: 'reviewer', driver: 'cli', advisory: true } }],
    ['saw nothing of it', { shown: [], verdict: 'inconclusive' }],
  ])('is not outvoted by one that %s', (_name, over) => {
    expect(outcome(over)).toBe('inconclusive');
  });

  it('is not outvoted where the seat that judges did not see everything', () => {
    const coverage = [{ path: 'a.rs', coverage: 'not_shown' }] as const;
    expect(decide(round({ seats, opinions: [unsure, agent()], coverage })).outcome).toBe('inconclusive');
  });
});
