import { describe, expect, it } from 'vitest';
import { hour, peerRequested, peerReview } from '../../../test/kit/peer.js';
import type { Outcome } from '../model/decision.js';
import type { ReviewEvent } from '../model/event.js';
import type { Finding } from '../model/finding.js';
import { isRefusal } from '../model/refusal.js';
import type { Review } from '../model/review.js';
import { contest, contestsBefore, objectionsFell } from './contest.js';
import { judge, type Judgement } from './judge.js';

const finding: Finding = {
  id: 'F1',
  fingerprint: 'p1',
  severity: 'critical',
  category: 'errors',
  file: 'a.ts',
  line: 3,
  message: 'The error is lost.',
  state: 'open',
  agreement: 'only',
  sources: [{ seat: 'grace@mcp', message: 'The error is lost.', severity: 'critical' }],
};
const minor: Finding = { ...finding, id: 'F2', fingerprint: 'p2', severity: 'minor' };

const begin: readonly ReviewEvent[] = [
  { type: 'review_requested', data: peerRequested() },
  { type: 'review_assigned', data: { reviewer: 'grace', place: 'primary', reason: 'free', rules: [] } },
  { type: 'review_started', data: { reviewer: 'grace', leaseUntil: hour, nonceDigest: 'n' } },
];
const decided = (outcome: Outcome, findings: readonly Finding[] = [finding, minor]): ReviewEvent => ({
  type: 'review_decided',
  data: { findings, decision: { outcome, confidence: 80, rules: [] } },
});
const contested: ReviewEvent = {
  type: 'finding_contested',
  data: { findingId: 'F1', by: 'ada', argument: 'it is logged', evidence: ['a.ts:9'], judge: 'linus' },
};
const judgedAs = (outcome: 'upheld' | 'refuted' | 'narrowed', severity?: 'minor'): ReviewEvent => ({
  type: 'contest_judged',
  data: {
    findingId: 'F1',
    outcome,
    by: 'linus',
    reason: 'looked',
    content: 'b',
    ...(severity === undefined ? {} : { severity }),
  },
});
const state = (...events: readonly ReviewEvent[]): Review =>
  peerReview(...[...begin, ...events].map((event, index) => [index, event] as const));
const ask = { findingId: 'F1', by: 'ada', argument: 'it is logged', evidence: ['a.ts:9'] };
const ways = (review: Review, judgeFor: (raisedBy: readonly string[]) => string | undefined = () => 'linus') =>
  contest(review, ask, judgeFor);

describe('a contested finding', () => {
  it('goes to another reviewer than the one who raised it', () => {
    const asked: string[][] = [];
    const way = ways(state(decided('changes_requested')), (raisedBy) => {
      asked.push([...raisedBy]);
      return 'linus';
    });
    expect(asked).toEqual([['grace']]);
    expect(way).toEqual({ kind: 'judge', event: contested });
  });

  it('goes to a person when nobody else could judge it', () => {
    expect(ways(state(decided('changes_requested')), () => undefined)).toMatchObject({ trigger: 'nobody_free' });
  });

  it('of a rejection is a dispute, which a person settles', () => {
    expect(ways(state(decided('rejected')))).toMatchObject({ kind: 'person', trigger: 'disputed_rejection' });
  });

  it('goes to a person the third time', () => {
    const once = [contested, judgedAs('upheld')];
    expect(ways(state(decided('changes_requested'), ...once))).toMatchObject({ kind: 'judge' });
    expect(ways(state(decided('changes_requested'), ...once, ...once))).toMatchObject({
      kind: 'person',
      trigger: 'contested_twice',
    });
  });

  it.each<[string, readonly ReviewEvent[], string]>([
    ['that nobody raised', [decided('changes_requested', [])], 'unknown_finding'],
    ['that was refuted', [decided('changes_requested'), contested, judgedAs('refuted')], 'not_open'],
    ['that is contested already', [decided('changes_requested'), contested], 'contested_already'],
    ['of an approved review', [decided('approved')], 'not_contestable'],
    ['that a person decides about', [decided('escalated')], 'not_contestable'],
  ])('%s is refused', (_, events, code) => {
    expect(ways(state(...events))).toMatchObject({ refused: true, code });
  });
});

describe('a judgement', () => {
  const open = state(decided('changes_requested'), contested);
  const judging = (judgement: Partial<Judgement>, by = 'linus', review = open) =>
    judge(review, {
      by,
      judgements: [{ findingId: 'F1', outcome: 'upheld', reason: 'so it is', ...judgement }],
      contentOf: () => 'b',
    });

  it('is the named judge to give, or whoever reviews the round, never the creator nor who raised it', () => {
    expect(judging({})).toMatchObject([{ type: 'contest_judged', data: { outcome: 'upheld', by: 'linus' } }]);
    for (const other of ['ada', 'grace', 'barbara'])
      expect(judging({}, other)).toMatchObject({ refused: true, code: 'not_judge' });
    const next = { ...open, status: 'in_progress', reviewer: 'barbara' } as const;
    expect(isRefusal(judging({}, 'barbara', next))).toBe(false);
    expect(judging({}, 'grace', { ...next, reviewer: 'grace' })).toMatchObject({ code: 'not_judge' });
  });

  it('needs a contest and a reason', () => {
    expect(judging({ findingId: 'F2' })).toMatchObject({ code: 'not_contested' });
    expect(judging({ reason: ' ' })).toMatchObject({ code: 'reason_missing' });
  });

  it('narrows to what is less, one step where it does not say how far', () => {
    expect(judging({ outcome: 'narrowed' })).toMatchObject([{ data: { severity: 'important' } }]);
    expect(judging({ outcome: 'narrowed', severity: 'minor' })).toMatchObject([{ data: { severity: 'minor' } }]);
    expect(judging({ outcome: 'narrowed', severity: 'critical' })).toMatchObject({ code: 'not_narrower' });
  });

  it('of which one cannot stand records none', () => {
    const both = judge(open, {
      by: 'linus',
      judgements: [
        { findingId: 'F1', outcome: 'refuted', reason: 'x' },
        { findingId: 'F2', outcome: 'refuted', reason: 'x' },
      ],
      contentOf: () => 'b',
    });
    expect(both).toMatchObject({ refused: true });
  });

  it('tells of each that cannot stand', () => {
    const judgements = [
      { findingId: 'F1', outcome: 'refuted', reason: ' ' },
      { findingId: 'F2', outcome: 'refuted', reason: 'x' },
    ] as const;
    expect(judge(open, { by: 'linus', judgements, contentOf: () => 'b' })).toMatchObject({
      code: 'reason_missing',
      problems: [{ key: 'judged[0]' }, { key: 'judged[1]', message: 'finding F2 is not contested' }],
    });
  });

  it('refuted takes the finding out, upheld leaves it, narrowed leaves less', () => {
    const after = (event: ReviewEvent) => state(decided('changes_requested'), contested, event).findings[0];
    expect(after(judgedAs('refuted'))).toMatchObject({ state: 'refuted', severity: 'critical' });
    expect(after(judgedAs('upheld'))).toMatchObject({ state: 'open', severity: 'critical' });
    expect(after(judgedAs('narrowed', 'minor'))).toMatchObject({ state: 'open', severity: 'minor' });
  });

  it('leaves nothing before its judge, and spends the nonce', () => {
    const opened: ReviewEvent = { type: 'contest_opened', data: { judge: 'linus', nonceDigest: 'c' } };
    const before = state(decided('changes_requested'), contested, opened);
    expect(contestsBefore(before, 'linus')).toMatchObject([{ findingId: 'F1', nonceDigest: 'c' }]);
    const after = state(decided('changes_requested'), contested, opened, judgedAs('upheld'));
    expect(contestsBefore(after, 'linus')).toEqual([]);
    expect(after.peer?.spentNonces).toContain('c');
  });
});

describe('another review of the same content', () => {
  it.each<[string, readonly ReviewEvent[], boolean]>([
    ['nothing was contested', [decided('changes_requested')], false],
    ['the contest waits', [decided('changes_requested'), contested], false],
    ['the objection was upheld', [decided('changes_requested'), contested, judgedAs('upheld')], false],
    ['the objection was refuted', [decided('changes_requested'), contested, judgedAs('refuted')], true],
    ['only a note is left of it', [decided('changes_requested'), contested, judgedAs('narrowed', 'minor')], true],
    [
      'another objection stands',
      [decided('changes_requested', [finding, { ...finding, id: 'F3' }]), contested, judgedAs('refuted')],
      false,
    ],
  ])('when %s: %s', (_, events, may) => {
    expect(objectionsFell(state(...events))).toBe(may);
  });
});
