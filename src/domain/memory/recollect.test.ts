import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Occurrence } from '../model/occurrence.js';
import { asSeenBy, recollect } from './recollect.js';

const day = 24 * 3_600_000;

function occurrence(over: Partial<Occurrence> = {}): Occurrence {
  return {
    review: 'R1',
    finding: 'f1',
    service: 'payments',
    raisedBy: ['auditor'],
    state: 'open',
    counts: true,
    severity: 'important',
    category: 'errors',
    rule: 'errors/swallowed',
    file: 'pay/a.ts',
    line: 4,
    message: 'The error is lost.',
    content: 'p1',
    title: 'one',
    status: 'changes_requested',
    at: 100 * day,
    ...over,
  };
}

const issuesOf = (occurrences: readonly Occurrence[], now = 100 * day) => recollect(occurrences, [], now)[0]?.issues;

describe('recollect', () => {
  it('counts a rule once for each content, with its latest example and its gravest severity of late', () => {
    const found = issuesOf([
      occurrence({ review: 'R3', finding: 'f3', content: 'p3', at: 99 * day, line: 9, severity: 'minor' }),
      occurrence({ review: 'R2', at: 98 * day }),
      occurrence({ at: 97 * day }),
      occurrence({ review: 'R0', content: 'p0', at: 10 * day, severity: 'critical' }),
    ]);
    expect(found).toMatchObject([
      { frequency: 3, severity: 'important', lastSeen: 99 * day, example: { review: 'R3', place: 'pay/a.ts:9' } },
    ]);
  });

  it('takes words that differ in names, numbers and quotes for one pattern', () => {
    const said = (message: string, content: string) => occurrence({ rule: null, category: 'races', message, content });
    const found = issuesOf([
      said('The lock `a.lock` is not held in line 12', 'p1'),
      said('The lock `b_lock` is not held in line 7', 'p2'),
      said('The cache is never filled', 'p3'),
    ]);
    expect(found?.map(({ frequency }) => frequency)).toEqual([2, 1]);
  });

  it('leaves out what was decided to be wrong, and keeps what was mended or only claimed to be wrong', () => {
    const as = (state: Occurrence['state'], counts = false) =>
      occurrence({ state, counts, rule: `x/${state}${counts}` });
    const found = issuesOf([
      ...(['dismissed', 'refuted', 'suppressed', 'resolved', 'risk_accepted'] as const).map((state) => as(state)),
      as('dismissed', true),
    ]);
    expect(found?.map(({ rule }) => rule).sort()).toEqual([
      'x/dismissedtrue',
      'x/resolvedfalse',
      'x/risk_acceptedfalse',
    ]);
  });

  it('archives what nobody saw for more than 30 days', () => {
    const one = [occurrence({ at: 70 * day })];
    expect(recollect(one, [], 100 * day)).toMatchObject([{ issues: [{ frequency: 1 }], archived: [] }]);
    expect(recollect(one, [], 100 * day + 1)).toMatchObject([{ issues: [], archived: [{ frequency: 1 }] }]);
  });

  const any = fc.record({
    review: fc.constantFrom('A', 'B', 'C'),
    service: fc.constantFrom('payments', 'shop'),
    content: fc.constantFrom('p1', 'p2', 'p3'),
    rule: fc.constantFrom('a/b', 'c/d', null),
    message: fc.string({ maxLength: 400 }),
    state: fc.constantFrom<Occurrence['state']>('open', 'dismissed', 'resolved', 'suppressed'),
    raisedBy: fc.subarray(['auditor', 'tester', 'critic'], { minLength: 1 }),
    at: fc.integer({ min: 0, max: 100 * day }),
  });
  const some = fc
    .array(any, { maxLength: 30 })
    .map((all) =>
      all.map((each, index) => occurrence({ ...each, counts: each.state === 'open', finding: `f${index}` })),
    );

  it('says the same whatever the order in which reviews are read, each issue in one place, in short text', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 200 * day }), (all, now) => {
        const memory = recollect(all, [], now);
        expect(recollect([...all].reverse(), [], now)).toEqual(memory);
        for (const { issues, archived } of memory) {
          expect(issues.every(({ lastSeen }) => now - lastSeen <= 30 * day)).toBe(true);
          expect(archived.every(({ lastSeen }) => now - lastSeen > 30 * day)).toBe(true);
          expect([...issues, ...archived].every(({ pattern }) => pattern.length <= 200)).toBe(true);
        }
      }),
    );
  });

  it('shows each reviewer what it found, and nothing else', () => {
    fc.assert(
      fc.property(some, (all) => {
        const memory = recollect(all, [], 100 * day);
        const own = asSeenBy('critic', memory).flatMap(({ issues, archived }) => [...issues, ...archived]);
        expect(own.every(({ reviewers }) => reviewers.includes('critic'))).toBe(true);
        const everything = memory.flatMap(({ issues, archived }) => [...issues, ...archived]);
        expect(own).toHaveLength(everything.filter(({ reviewers }) => reviewers.includes('critic')).length);
      }),
    );
  });
});
