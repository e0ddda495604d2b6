import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opinion, raised } from '../../../test/kit/review.js';
import { counts, type Disposition } from '../model/finding.js';
import type { Opinion } from '../model/opinion.js';
import { mergeFindings } from './merge.js';
import { digest } from '../../../test/kit/digest.js';

const merge = (opinions: readonly Opinion[], carried: Record<string, Disposition> = {}) =>
  mergeFindings({ reviewId: 'R', opinions, carried, digest });
const tester = { role: 'tester', driver: 'embedded' } as const;

describe('merging findings', () => {
  it('keeps a second finding on the same line (loopover#2158)', () => {
    const two = opinion({ findings: [raised(), raised({ rule: 'leftover/debug-output' })] });
    expect(merge([two])).toHaveLength(2);
  });

  it('keeps two equal lines of one file apart', () => {
    const two = opinion({ findings: [raised({ line: 1 }), raised({ line: 9 })] });
    expect(new Set(merge([two]).map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });

  it('has the same fingerprint when lines shift (brigade#530)', () => {
    const [before] = merge([opinion({ findings: [raised({ line: 10 })] })]);
    const [after] = merge([opinion({ findings: [raised({ line: 250 })] })]);
    expect(after?.fingerprint).toBe(before?.fingerprint);
  });

  it('joins what two seats say and keeps severity with its own text', () => {
    const mild = opinion({ findings: [raised({ severity: 'minor', message: 'Perhaps.' })] });
    const strict = opinion({ seat: tester, findings: [raised({ severity: 'critical', message: 'Data is lost.' })] });
    expect(merge([mild, strict])).toMatchObject([
      { severity: 'critical', message: 'Data is lost.', agreement: 'agreed', sources: [{}, {}] },
    ]);
  });

  it('carries a disposition to the same finding, visibly', () => {
    const [first] = merge([opinion({ findings: [raised()] })]);
    const disposition: Disposition = { state: 'dismissed', actor: 'Bo', reason: 'no', at: 1, authority: 'claimed' };
    const [again] = merge([opinion({ findings: [raised()] })], { [first!.fingerprint]: disposition });
    expect(again).toMatchObject({ state: 'dismissed', disposition: { reason: 'no' } });
  });

  it('a dismissal without a human credential still counts against the change', () => {
    const [finding] = merge([opinion({ findings: [raised()] })]);
    const by = (authority: 'human' | 'claimed') =>
      counts({
        ...finding!,
        state: 'dismissed',
        disposition: { state: 'dismissed', actor: 'A', reason: 'r', at: 1, authority },
      });
    expect([by('claimed'), by('human')]).toEqual([true, false]);
  });

  it('loses nothing, doubles nothing, whatever the order', () => {
    const anyFinding = fc.record({
      rule: fc.constantFrom('a/x', 'b/y'),
      line: fc.integer({ min: 1, max: 3 }),
      quote: fc.constantFrom('p', 'q'),
      severity: fc.constantFrom('critical' as const, 'minor' as const),
    });
    const findings = fc.array(
      anyFinding.map((over) => raised(over)),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(findings, findings, (one, two) => {
        const opinions = [opinion({ findings: one }), opinion({ seat: tester, findings: two })];
        const merged = merge(opinions);
        expect(merged.reduce((sum, { sources }) => sum + sources.length, 0)).toBe(one.length + two.length);
        expect(merge([...opinions].reverse())).toEqual(merged);
        expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length);
      }),
    );
  });
});
