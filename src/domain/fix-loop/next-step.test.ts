import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Severity } from '../model/verdict.js';
import type { Attempt, Judged, Loop, Standing, StopReason } from './loop.js';
import { nextStep } from './next-step.js';
import { fixRequest, stopText } from './words.js';

const standing = (key: string, severity: Severity = 'critical'): Standing => ({
  key,
  severity,
  place: `src/${key}.ts:1`,
  message: `${key} is wrong.`,
});
const objected = (content: string, ...keys: readonly string[]): Judged => ({
  content,
  verdict: 'objected',
  findings: keys.map((key) => standing(key)),
});
const passed = (content: string, ...findings: readonly Standing[]): Judged => ({
  content,
  verdict: 'passed',
  findings,
});
const done = (content: string): Attempt => ({ ended: 'done', content });
/** Every judged content but the first was made by an attempt. */
function loop(judged: readonly Judged[], attempts = 2, more: readonly Attempt[] = []): Loop {
  const made = judged.slice(1).map(({ content }) => done(content));
  return { terms: { attempts, turns: 10 }, judged, attempts: [...made, ...more] };
}

describe('a fix loop', () => {
  it('asks the author with the attempt, the cap, the findings and the turns', () => {
    expect(nextStep(loop([objected('A', 'x')]))).toEqual({
      do: 'fix',
      attempt: 1,
      of: 2,
      turns: 10,
      findings: [standing('x')],
    });
  });

  it('has what the author made judged before it asks again', () => {
    expect(nextStep(loop([objected('A', 'x')], 2, [done('B')]))).toEqual({ do: 'judge' });
    expect(nextStep(loop([]))).toEqual({ do: 'judge' });
  });

  it('passes as soon as a round passes', () => {
    expect(nextStep(loop([passed('A')]))).toEqual({ do: 'stop', ended: 'passed', notes: [] });
    expect(nextStep(loop([objected('A', 'x'), passed('B')]))).toMatchObject({ ended: 'passed' });
  });

  it('passes with notes where only minor findings remain, and asks nobody for nits', () => {
    const nit = standing('nit', 'minor');
    const round: Judged = { content: 'A', verdict: 'objected', findings: [nit] };
    expect(nextStep(loop([round]))).toEqual({ do: 'stop', ended: 'passed', notes: [nit] });
  });

  it.each(['inconclusive', 'objected', 'passed'] as const)(
    'does not pass where nobody verified a fix: %s',
    (verdict) => {
      const unverified = [standing('x')];
      const step = nextStep(loop([objected('A', 'x'), { content: 'B', verdict, findings: [], unverified }]));
      expect(step).toMatchObject({ ended: 'escalated', reason: 'inconclusive', remaining: unverified });
      if (step.do === 'stop') expect(stopText(step)).toContain('nobody verified the fix of src/x.ts:1 (x is wrong.)');
    },
  );

  it('goes on while it converges, and has the cap to stop it', () => {
    const converging = [objected('A', 'x', 'y'), objected('B', 'y', 'z'), objected('C', 'z', 'w')];
    expect(nextStep(loop(converging.slice(0, 2), 2))).toMatchObject({ do: 'fix', attempt: 2, of: 2 });
    expect(nextStep(loop(converging, 3))).toMatchObject({ do: 'fix', attempt: 3, of: 3 });
    expect(nextStep(loop(converging, 2))).toMatchObject({
      ended: 'escalated',
      reason: 'cap',
      why: 'not passed after 2 of 2 fix attempts',
      remaining: [standing('z'), standing('w')],
    });
  });

  it.each<[string, StopReason, Loop, string]>([
    [
      'mended nothing of what it was asked for',
      'same_finding',
      loop([objected('A', 'x'), objected('B', 'x', 'y')], 5),
      'again after 1 fix attempt: src/x.ts:1',
    ],
    [
      'has a finding that stood through two attempts',
      'same_finding',
      loop([objected('A', 'x', 'y'), objected('B', 'x', 'z'), objected('C', 'x')], 5),
      'again after 2 fix attempts: src/x.ts:1',
    ],
    [
      'goes back to an earlier content',
      'content_again',
      loop([objected('A', 'x'), objected('B', 'y')], 5, [done('A')]),
      'fix attempt 2 of 5 went back to the content that was handed in first',
    ],
    [
      'goes back to what an earlier attempt made',
      'content_again',
      loop([objected('A', 'x'), objected('B', 'y'), objected('C', 'z')], 5, [done('B')]),
      'went back to what fix attempt 1 had made',
    ],
    ['changes nothing', 'no_change', loop([objected('A', 'x')], 5, [done('A')]), 'fix attempt 1 of 5 changed nothing'],
    [
      'breaks what was mended',
      'regression',
      loop([objected('A', 'x'), objected('B', 'y'), objected('C', 'x')], 5),
      'broken again: src/x.ts:1',
    ],
    [
      'is out of turns',
      'turn_limit',
      loop([objected('A', 'x')], 5, [{ ended: 'turn_limit', content: 'B' }]),
      'was not done within 10 turns',
    ],
    [
      'has an author that fails',
      'author_failed',
      loop([objected('A', 'x')], 5, [{ ended: 'failed', content: 'A', detail: 'quota: used up' }]),
      'fix attempt 1 of 5 failed: quota: used up',
    ],
    [
      'comes to no verdict',
      'inconclusive',
      loop([objected('A', 'x'), { content: 'B', verdict: 'inconclusive', findings: [] }], 5),
      'came to no verdict',
    ],
    [
      'comes to a split',
      'undecided',
      loop([objected('A', 'x'), { content: 'B', verdict: 'undecided', findings: [] }], 5),
      'only a person decides',
    ],
    [
      'is objected to without a finding',
      'nothing_to_fix',
      loop([objected('A')], 5),
      'without a finding that could be mended',
    ],
  ])('that %s stops with %s', (_name, reason, history, why) => {
    const step = nextStep(history);
    expect(step).toMatchObject({ do: 'stop', ended: 'escalated', reason });
    expect('why' in step && step.why).toContain(why);
  });

  it('says repetition, not cap, where both hold', () => {
    expect(nextStep(loop([objected('A', 'x'), objected('B', 'x')], 1))).toMatchObject({ reason: 'same_finding' });
  });
});

describe('the words of a fix loop', () => {
  it('tell the author which attempt it is, each finding at its place, the worst first', () => {
    const round: Judged = { content: 'A', verdict: 'objected', findings: [standing('n', 'minor'), standing('x')] };
    const step = nextStep(loop([round]));
    expect(step.do === 'fix' && fixRequest(step)).toBe(
      [
        'Fix attempt 1 of 2.',
        'You have 10 turns for it.',
        'Findings:',
        '- critical at src/x.ts:1: x is wrong.',
        '- minor at src/n.ts:1: n is wrong.',
      ].join('\n'),
    );
  });

  it('tell a person why it stopped and what remains', () => {
    const step = nextStep(loop([objected('A', 'x', 'y'), objected('B', 'y', 'z')], 1));
    expect(step.do === 'stop' && stopText(step)).toBe(
      [
        'not passed after 1 of 1 fix attempts',
        'Remaining:',
        '- critical at src/y.ts:1: y is wrong.',
        '- critical at src/z.ts:1: z is wrong.',
      ].join('\n'),
    );
    expect(stopText({ do: 'stop', ended: 'passed', notes: [] })).toBe('passed');
    expect(stopText({ do: 'stop', ended: 'passed', notes: [standing('n', 'minor')] })).toContain(
      'passed with notes:\n- minor',
    );
  });
});

describe('laws of a fix loop', () => {
  const finding = fc.record({
    key: fc.constantFrom('x', 'y', 'z'),
    severity: fc.constantFrom<Severity>('critical', 'important', 'minor'),
    place: fc.constant('a.ts:1'),
    message: fc.constant('m'),
  });
  const round = fc.record({
    content: fc.constantFrom('A', 'B', 'C', 'D'),
    verdict: fc.constantFrom<Judged['verdict']>('passed', 'objected', 'inconclusive', 'undecided'),
    findings: fc.uniqueArray(finding, { selector: ({ key }) => key, maxLength: 3 }),
  });

  it('never asks beyond the cap', () => {
    fc.assert(
      fc.property(fc.array(round, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 5 }), (judged, cap) => {
        const step = nextStep(loop(judged, cap));
        if (step.do === 'fix') expect(step.attempt).toBeLessThanOrEqual(cap);
      }),
    );
  });

  it('never passes a round that came to no verdict, or one with a blocking finding that objects', () => {
    fc.assert(
      fc.property(fc.array(round, { minLength: 1, maxLength: 6 }), (judged) => {
        const last = judged.at(-1)!;
        const step = nextStep(loop(judged));
        if (step.do !== 'stop' || step.ended !== 'passed') return;
        expect(last.verdict).not.toBe('inconclusive');
        if (last.verdict === 'objected') expect(last.findings.every(({ severity }) => severity === 'minor')).toBe(true);
      }),
    );
  });

  it('lists every finding that remains', () => {
    fc.assert(
      fc.property(fc.array(round, { minLength: 1, maxLength: 6 }), (judged) => {
        const step = nextStep(loop(judged));
        if (step.do === 'stop' && step.ended === 'escalated') expect(step.remaining).toEqual(judged.at(-1)!.findings);
      }),
    );
  });
});
