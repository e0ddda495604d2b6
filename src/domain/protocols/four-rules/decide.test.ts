import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cycleVerdicts, type CycleAction, type CycleVerdict } from '../../model/run.js';
import { decide, type Said } from './decide.js';

const asked = ['ada', 'bo', 'cy', 'di'];

/** `null`: no answer. */
function after(...verdicts: readonly (CycleVerdict | null)[]) {
  return decide({ asked: asked.slice(0, verdicts.length), answers: said(verdicts) });
}

function said(verdicts: readonly (CycleVerdict | null)[]): Said[] {
  return verdicts.flatMap((verdict, index) =>
    verdict === null ? [] : [{ reviewer: asked[index] ?? `agent-${index}`, verdict }],
  );
}

describe('the four rules', () => {
  it.each<[string, readonly (CycleVerdict | null)[], CycleAction, string]>([
    ['1: any blocker stops and escalates', ['approved', 'approved', 'blocker'], 'stop_and_escalate', 'paused'],
    ['1: a blocker wins over concerns', ['concerns', 'concerns', 'blocker'], 'stop_and_escalate', 'paused'],
    ['1: a blocker waits for nobody', ['blocker', null, null], 'stop_and_escalate', 'paused'],
    ['2: two concerns pause and clarify', ['concerns', 'approved', 'concerns'], 'pause_and_clarify', 'paused'],
    ['2: more than two do so too', ['concerns', 'concerns', 'concerns'], 'pause_and_clarify', 'paused'],
    ['2: two concerns, whoever is missing', ['concerns', 'concerns', null], 'pause_and_clarify', 'paused'],
    ['3: one concern is logged and work goes on', ['concerns', 'approved', 'approved'], 'log_and_continue', 'flagged'],
    [
      '3: one concern and a missing answer may be two',
      ['concerns', 'approved', null],
      'wait_for_missing',
      'inconclusive',
    ],
    ['4: all approved, work goes on', ['approved', 'approved', 'approved'], 'continue', 'approved'],
    ['4: a missing answer is no approval', ['approved', 'approved', null], 'wait_for_missing', 'inconclusive'],
    ['4: silence of all is no approval', [null, null], 'wait_for_missing', 'inconclusive'],
  ])('%s', (_, verdicts, action, outcome) => {
    expect(after(...verdicts)).toMatchObject({ action, outcome });
  });

  it('approves nothing when nobody was asked', () => {
    expect(decide({ asked: [], answers: [] }).outcome).toBe('inconclusive');
  });

  it('lets an answer of somebody who was not asked fill no gap, and its blocker count', () => {
    expect(decide({ asked: ['ada'], answers: [{ reviewer: 'eve', verdict: 'approved' }] }).outcome).toBe(
      'inconclusive',
    );
    const answers: Said[] = [
      { reviewer: 'ada', verdict: 'approved' },
      { reviewer: 'eve', verdict: 'blocker' },
    ];
    expect(decide({ asked: ['ada'], answers }).outcome).toBe('paused');
  });

  it('names who kept it from being approved', () => {
    const { rules } = after('concerns', 'approved', 'concerns', null);
    expect(rules.filter(({ result }) => result === 'unsatisfied')).toEqual([
      { id: 'four_rules.several_concerns', result: 'unsatisfied', reason: 'ada and cy have concerns' },
      { id: 'four_rules.answers_complete', result: 'unsatisfied', reason: 'no answer from di' },
    ]);
  });
});

const verdict = fc.constantFrom(...cycleVerdicts, null);
const severity = ['approved', 'flagged', 'inconclusive', 'paused'];
const strictness: readonly CycleAction[] = [
  'continue',
  'log_and_continue',
  'wait_for_missing',
  'pause_and_clarify',
  'stop_and_escalate',
];

describe('laws of the four rules', () => {
  it('does not depend on the order of answers', () => {
    fc.assert(
      fc.property(
        fc
          .array(verdict, { maxLength: 4 })
          .chain((verdicts) =>
            fc.tuple(fc.constant(verdicts), fc.shuffledSubarray(said(verdicts), { minLength: said(verdicts).length })),
          ),
        ([verdicts, shuffled]) => {
          const of = asked.slice(0, verdicts.length);
          expect(decide({ asked: of, answers: shuffled })).toEqual(decide({ asked: of, answers: said(verdicts) }));
        },
      ),
    );
  });

  it('never gets milder by one blocker more', () => {
    fc.assert(
      fc.property(fc.array(verdict, { minLength: 1, maxLength: 4 }), fc.nat(3), (verdicts, at) => {
        const before = after(...verdicts);
        const worse = after(...verdicts.map((each, index) => (index === at % verdicts.length ? 'blocker' : each)));
        expect(worse.action).toBe('stop_and_escalate');
        expect(strictness.indexOf(worse.action)).toBeGreaterThanOrEqual(strictness.indexOf(before.action));
        expect(severity.indexOf(worse.outcome)).toBeGreaterThanOrEqual(severity.indexOf(before.outcome));
      }),
    );
  });

  it('never gets milder when an approval turns into a concern or goes missing', () => {
    fc.assert(
      fc.property(
        fc.array(verdict, { minLength: 1, maxLength: 4 }),
        fc.nat(3),
        fc.constantFrom<CycleVerdict | null>('concerns', null),
        (verdicts, at, worse) => {
          const place = at % verdicts.length;
          fc.pre(verdicts[place] === 'approved');
          const changed = verdicts.map((each, index) => (index === place ? worse : each));
          expect(strictness.indexOf(after(...changed).action)).toBeGreaterThanOrEqual(
            strictness.indexOf(after(...verdicts).action),
          );
        },
      ),
    );
  });

  it('approves only when everybody who was asked approved', () => {
    fc.assert(
      fc.property(fc.array(verdict, { maxLength: 4 }), (verdicts) => {
        const all = verdicts.length > 0 && verdicts.every((each) => each === 'approved');
        expect(after(...verdicts).outcome === 'approved').toBe(all);
      }),
    );
  });
});
