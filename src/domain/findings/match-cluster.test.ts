import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opinion, raised } from '../../../test/kit/review.js';
import type { Finding, RaisedFinding } from '../model/finding.js';
import type { Opinion } from '../model/opinion.js';
import { seatName } from '../model/seat.js';
import { mergeFindings } from './merge.js';
import { digest } from '../../../test/kit/digest.js';

const merge = (opinions: readonly Opinion[]) => mergeFindings({ reviewId: 'R', opinions, carried: {}, digest });

function said(over: Partial<RaisedFinding>): RaisedFinding {
  return { severity: 'important', category: 'correctness', file: 'a.ts', side: 'head', line: 1, message: '', ...over };
}

function seat(model: string, findings: readonly RaisedFinding[]): Opinion {
  return opinion({ seat: { role: 'reviewer', driver: 'model', model }, findings });
}

const wordings = [
  'The constructor checks `grantType` twice instead of `rawTokenId`.',
  'The null check validates grantType but never rawTokenId, so rawTokenId can be null.',
  'Copy-paste error: grantType is null-checked where rawTokenId should be.',
  'The comment says 3-letter shortcut, but every shortcut has two letters.',
  'Await in a loop: the requests of loadUsers run one after the other.',
  'loadUsers awaits every request in the loop; use Promise.all.',
];
const anyFinding = fc
  .record({
    message: fc.constantFrom(...wordings),
    line: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
    file: fc.constantFrom('a.ts', 'b.ts', undefined),
    severity: fc.constantFrom('critical' as const, 'important' as const, 'minor' as const),
    category: fc.constantFrom('correctness', 'performance'),
  })
  .map(({ line, file, ...rest }): RaisedFinding => ({
    ...rest,
    ...(line === undefined ? {} : { line }),
    ...(file === undefined ? {} : { file }),
  }));
const anyFindings = fc.array(anyFinding, { maxLength: 5 });
const anyRound = fc
  .tuple(
    anyFindings,
    anyFindings,
    anyFindings,
    fc.array(
      anyFinding.map((found) => raised(found)),
      { maxLength: 3 },
    ),
  )
  .map(([a, b, c, ruled]) => [seat('a', a), seat('b', b), seat('c', c), opinion({ findings: ruled })]);

describe('merging what different seats say', () => {
  it('joins different wordings of one claim at one place, whatever the category word (systematic#846)', () => {
    const merged = merge([
      seat('a', [said({ line: 73, message: wordings[0]! })]),
      seat('b', [said({ line: 74, message: wordings[1]!, category: 'null-safety' })]),
      seat('c', [said({ line: 73, message: wordings[3]! })]),
    ]);
    expect(merged.map(({ agreement, sources }) => [agreement, sources.length]).sort()).toEqual([
      ['agreed', 2],
      ['only', 1],
    ]);
  });

  it('lets severity and text of the leading finding travel together and keeps every wording', () => {
    const [finding] = merge([
      seat('a', [said({ line: 73, severity: 'minor', message: wordings[0]! })]),
      seat('b', [said({ line: 74, severity: 'critical', message: wordings[1]! })]),
    ]);
    expect(finding).toMatchObject({ severity: 'critical', message: wordings[1], line: 74 });
    expect(finding?.sources.map(({ message, severity }) => [severity, message])).toEqual([
      ['minor', wordings[0]],
      ['critical', wordings[1]],
    ]);
  });

  it('keeps the fingerprint of the leading finding', () => {
    const leading = seat('b', [said({ severity: 'critical', message: wordings[1]! })]);
    const [alone] = merge([leading]);
    const [joined] = merge([leading, seat('a', [said({ severity: 'minor', message: wordings[0]! })])]);
    expect([joined?.fingerprint, joined?.id]).toEqual([alone?.fingerprint, alone?.id]);
  });

  it('marks both sides of a contradiction and joins neither', () => {
    const merged = merge([
      seat('a', [said({ message: 'The guard on `mainCalendar` is redundant, mainCalendar is already checked.' })]),
      seat('b', [said({ message: 'mainCalendar needs a guard: without it mainCalendar throws when undefined.' })]),
    ]);
    expect(merged.map(({ agreement }) => agreement)).toEqual(['contradiction', 'contradiction']);
  });

  it('joins a finding of a rule with a model that says the same, but never two rules', () => {
    const rule = (name: string, role: string) =>
      opinion({ seat: { role, driver: 'embedded' }, findings: [raised({ rule: name, message: wordings[4]! })] });
    expect(merge([rule('loops/await', 'optimizer'), rule('async/loop', 'auditor')])).toHaveLength(2);
    expect(merge([rule('loops/await', 'optimizer'), seat('a', [said({ message: wordings[5]! })])])).toHaveLength(1);
    expect(
      merge([
        rule('loops/await', 'optimizer'),
        rule('async/loop', 'auditor'),
        seat('a', [said({ message: wordings[5]! })]),
      ]),
    ).toHaveLength(2);
  });

  it('loses nothing, doubles nothing, whatever the order of seats and findings', () => {
    fc.assert(
      fc.property(anyRound, (round) => {
        const merged = merge(round);
        expect(texts(merged)).toEqual(round.flatMap(({ findings }) => findings.map(({ message }) => message)).sort());
        const mixed = [...round].reverse().map((one) => ({ ...one, findings: [...one.findings].reverse() }));
        expect(shape(merge(mixed))).toEqual(shape(merged));
        expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length);
      }),
    );
  });

  it('never joins two findings of one seat', () => {
    fc.assert(
      fc.property(anyRound, (round) => {
        for (const { sources } of merge(round)) {
          expect(new Set(sources.map((source) => source.seat)).size).toBe(sources.length);
        }
      }),
    );
  });

  it('is idempotent: what is merged stays as it is, and an echo of a seat adds sources only', () => {
    fc.assert(
      fc.property(anyRound, (round) => {
        const merged = merge(round);
        const again = merge([seat('all', merged)]);
        expect(again.map(({ message, severity }) => [message, severity])).toEqual(
          merged.map(({ message, severity }) => [message, severity]),
        );
        const [first] = round;
        expect(merge([first!, { ...first!, seat: { role: 'echo', driver: 'model' } }])).toHaveLength(
          first!.findings.length,
        );
        expect(shape(merge(round))).toEqual(shape(merged));
      }),
    );
  });

  it('leaves what only rules raised as fingerprints alone decide', () => {
    fc.assert(
      fc.property(anyFindings, anyFindings, (one, two) => {
        const rules = (list: readonly RaisedFinding[]) => list.map((found) => raised({ ...found, rule: 'a/b' }));
        const merged = merge([
          opinion({ findings: rules(one) }),
          opinion({ seat: { role: 'tester', driver: 'embedded' }, findings: rules(two) }),
        ]);
        const alone = [one, two].map((list) =>
          merge([opinion({ findings: rules(list) })]).map((found) => found.fingerprint),
        );
        expect(merged.map(({ fingerprint }) => fingerprint).sort()).toEqual([...new Set(alone.flat())].sort());
      }),
    );
  });
});

function texts(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ sources }) => sources.map(({ message }) => message)).sort();
}

/** What may not depend on order. */
function shape(findings: readonly Finding[]) {
  return findings.map(({ fingerprint, severity, agreement, sources }) => ({
    fingerprint,
    severity,
    agreement,
    sources: sources.map((source) => `${source.seat} ${source.severity} ${source.message}`).sort(),
  }));
}

it('names the seats as the round does', () => {
  const one = seat('a', [said({})]);
  expect(merge([one])[0]?.sources[0]?.seat).toBe(seatName(one.seat));
});
