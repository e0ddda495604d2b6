import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opinion, raised, requested } from '../../../../test/kit/review.js';
import type { Finding } from '../../model/finding.js';
import type { EmbeddedVerdict, Standards } from '../../model/review.js';
import { answers, type AnsweredRound } from './criteria.js';
import { decide } from './decide.js';
import { redecide } from './redecide.js';
import type { Round } from './round.js';
import { rules, type Term } from './rules.js';

const { rejectGrounds } = requested();
const number = fc.integer({ min: 0, max: 100 });
const few = fc.integer({ min: 0, max: 2 });
const severity = fc.constantFrom('critical' as const, 'important' as const, 'minor' as const);
const seat = fc.constantFrom(
  { role: 'auditor', driver: 'embedded' as const },
  { role: 'reviewer', driver: 'cli' as const, agent: 'grace' },
  { role: 'human', driver: 'human' as const },
);
const name = ({ role, driver }: { readonly role: string; readonly driver: string }) => `${role}@${driver}`;

const anyStandards: fc.Arbitrary<Standards> = fc.record(
  {
    minChecklistPassRate: fc.constantFrom(0, 0.5, 1),
    minConfidence: number,
    maxCriticalConcerns: few,
    lowConfidence: number,
    calibrate: fc.constant(false as const),
  },
  { requiredKeys: ['minChecklistPassRate', 'minConfidence', 'maxCriticalConcerns', 'lowConfidence'] },
);
const anyEmbedded: fc.Arbitrary<EmbeddedVerdict> = fc.record({
  criticalConfidence: number,
  importantConfidence: number,
  minorConfidence: number,
  cleanConfidence: number,
  maxMinor: few,
});
const anyFinding = fc.tuple(severity, seat).map(([of, who]): Finding => ({
  ...raised({ severity: of }),
  id: 'f',
  fingerprint: 'f',
  state: 'open',
  agreement: 'only',
  sources: [{ seat: name(who), message: 'm', severity: of }],
}));
const anyOpinion = fc
  .record({
    seat,
    verdict: fc.constantFrom(
      'approved' as const,
      'changes_requested' as const,
      'rejected' as const,
      'inconclusive' as const,
    ),
    confidence: number,
    ground: fc.constantFrom(...rejectGrounds, 'taste'),
    checklist: fc.record({ kind: fc.record({ answer: fc.constantFrom(true, false, null) }) }, { requiredKeys: [] }),
    findings: fc.array(
      severity.map((of) => raised({ severity: of })),
      { maxLength: 2 },
    ),
    calibration: fc.constantFrom(undefined, { confidence: 55, opinions: 30, right: 20, skilled: true }),
  })
  .map(({ calibration, ...said }) => opinion({ ...said, ...(calibration && { calibration }) }));
const criterion = { name: 'kind', required: true, description: '', checks: [] };

/** What the opinions of a round are, and two sets of terms that a policy may give it. */
const anyRounds = fc
  .record({
    opinions: fc.array(anyOpinion, { maxLength: 3 }),
    counting: fc.array(anyFinding, { maxLength: 3 }),
    terms: fc.array(
      fc.record({
        standards: anyStandards,
        embedded: anyEmbedded,
        criteria: fc.constantFrom([], [criterion], [{ ...criterion, required: false }]),
        seats: fc.array(seat.map(name), { maxLength: 2 }),
        rejectGrounds: fc.constantFrom(rejectGrounds, []),
        coverage: fc.constantFrom([{ path: 'a.ts', coverage: 'reviewed' }], [{ path: 'a.ts', coverage: 'not_shown' }]),
      }),
      { minLength: 2, maxLength: 2 },
    ),
  })
  .map(({ terms, ...said }) => terms.map((each): Round => ({ creator: 'Ada', settled: [], ...said, ...each })));

const given = ['criteria', 'seats', 'rejectGrounds'] as const;
const nested = ['standards', 'embedded'] as const;

/** Terms of which the second round has others than the first. */
function changed(before: Round, after: Round): ReadonlySet<Term> {
  const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);
  const inner = nested.flatMap((part) => {
    const [then, now] = [before, after].map((round): Record<string, unknown> => ({ ...round[part] }));
    return Object.keys({ ...then, ...now }).filter((key) => differ(then?.[key], now?.[key]));
  });
  const outer = given.filter((part) => differ(before[part], after[part]));
  const coverage = differ(before.coverage, after.coverage) ? ['exclusions' as const] : [];
  return new Set([...inner, ...outer, ...coverage] as Term[]);
}

describe('a decision of which some terms changed', () => {
  it('is the one that the round gets under them, whatever they are', () => {
    fc.assert(
      fc.property(anyRounds, ([before, after]) => {
        if (before === undefined || after === undefined) throw new Error('two rounds are drawn');
        const { outcome, rules: all } = decide(after);
        expect(redecide(decide(before).rules, changed(before, after), () => after)).toEqual({ outcome, rules: all });
      }),
      { numRuns: 500 },
    );
  });

  it('keeps what none of them is about, unlooked at', () => {
    const [recorded] = fc.sample(anyRounds, { numRuns: 1, seed: 1 }).flat();
    if (recorded === undefined) throw new Error('a round is drawn');
    const { outcome, rules: all } = decide(recorded);
    const never = () => {
      throw new Error('nothing changed');
    };
    expect(redecide(all, new Set(), never)).toEqual({ outcome, rules: all });
  });

  it.each<[string, (ids: string[]) => string[]]>([
    ['one rule more', (ids) => ['findings.same_content', ...ids]],
    ['one rule less', (ids) => ids.slice(1)],
    ['another rule', (ids) => ['verdict.mood', ...ids.slice(1)]],
  ])('is not told by a record of %s', (_name, altered) => {
    const ids = rules.filter(({ amongPeers, afterFix }) => !amongPeers && !afterFix).map(({ id }) => id);
    const record = altered(ids).map((id) => ({ id, result: 'satisfied' as const, reason: '' }));
    expect(redecide(record, new Set(), () => ({}) as Round)).toBeUndefined();
  });
});

describe('every rule', () => {
  it('looks at no term that it does not name', () => {
    fc.assert(
      fc.property(anyRounds, ([round]) => {
        if (round === undefined) throw new Error('a round is drawn');
        for (const rule of rules) {
          const seen = new Set<string>();
          rule.look(watched({ ...round, answered: () => answers(round) }, seen));
          expect([rule.id, [...seen].filter((term) => !(rule.terms as readonly string[]).includes(term))]).toEqual([
            rule.id,
            [],
          ]);
        }
      }),
    );
  });
});

/** The round, which notes what of a policy is looked at. */
function watched(round: AnsweredRound, seen: Set<string>): AnsweredRound {
  const noting = <T extends object>(of: T, term: (key: string) => string | undefined, deep = false): T =>
    new Proxy(of, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (typeof key === 'symbol') return value;
        if (deep && (nested as readonly string[]).includes(key)) return noting(value as object, (inner) => inner);
        const named = term(key);
        if (named !== undefined) seen.add(named);
        return value;
      },
    });
  const terms: Record<string, string> = { answered: 'criteria', coverage: 'exclusions' };
  return noting(round, (key) => terms[key] ?? (given as readonly string[]).find((each) => each === key), true);
}
