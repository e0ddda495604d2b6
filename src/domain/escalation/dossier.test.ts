import { describe, expect, it } from 'vitest';
import { hour, minute, peerRequested, peerReview } from '../../../test/kit/peer.js';
import { opinion } from '../../../test/kit/review.js';
import type { Escalation } from '../model/escalation.js';
import type { ReviewEvent } from '../model/event.js';
import type { Finding } from '../model/finding.js';
import type { Opinion } from '../model/opinion.js';
import type { Review } from '../model/review.js';
import { extended, handedTo, optionOf } from './change.js';
import { dossier } from './dossier.js';
import { escalated } from './escalate.js';
import { expired } from './expire.js';
import { recommend } from './recommend.js';

const seat: Opinion['seat'] = { role: 'grace', driver: 'mcp' };
const finding: Finding = {
  id: 'F1',
  fingerprint: 'p1',
  severity: 'critical',
  category: 'security',
  file: 'src/keys.ts',
  line: 12,
  message: 'The key is never rotated.',
  state: 'open',
  agreement: 'only',
  sources: [{ seat: 'grace@mcp', message: 'The key is never rotated.', severity: 'critical' }],
};
const said = opinion({
  seat,
  verdict: 'changes_requested',
  confidence: 45,
  summary: 'Payment keys need more.',
  checklist: { error_handling: { answer: false, reason: 'timeouts are not caught' }, tests: { answer: true } },
  answers: ['Yes, but rotate it.'],
});

function review(over: Partial<Review> = {}, outcome: 'changes_requested' | 'rejected' = 'changes_requested'): Review {
  const request = { confidence: 90, description: 'Stored like the other keys.', questions: ['Is the key safe?'] };
  const state = peerReview(
    [1, { type: 'review_requested', data: peerRequested({ request }) }],
    [2, { type: 'review_started', data: { reviewer: 'grace', leaseUntil: hour, nonceDigest: 'n' } }],
    [3, { type: 'opinion_submitted', data: { opinion: said, by: 'grace' } }],
    [4, { type: 'review_decided', data: { findings: [finding], decision: { outcome, confidence: 45, rules: [] } } }],
  );
  return { ...state, ...over };
}

describe('the question to a person', () => {
  it('holds both positions with their evidence', () => {
    const { positions } = dossier(review());
    expect(positions).toEqual([
      { who: 'ada', side: 'creator', confidence: 90, text: 'Stored like the other keys.', evidence: [] },
      {
        who: 'grace',
        side: 'reviewer',
        confidence: 45,
        text: 'Payment keys need more.',
        evidence: [
          'critical at src/keys.ts:12: The key is never rotated.',
          'criterion error_handling is not met: timeouts are not caught',
          'asked "Is the key safe?": Yes, but rotate it.',
        ],
      },
    ]);
  });

  it('takes the argument of whoever escalates by hand as the position of its side', () => {
    const byCreator = { who: 'ada', side: 'creator', text: 'It is encrypted.' } as const;
    expect(dossier(review(), byCreator).positions[0]).toMatchObject({ text: 'It is encrypted.', confidence: 90 });
    const byReviewer = { who: 'grace', side: 'reviewer', text: 'I insist.' } as const;
    expect(dossier(review(), byReviewer).positions.map(({ text }) => text)).toEqual([
      'Stored like the other keys.',
      'Payment keys need more.',
      'I insist.',
    ]);
  });

  it('shows what was contested and how it was judged as evidence of the creator', () => {
    const contest: ReviewEvent = {
      type: 'finding_contested',
      data: { findingId: 'F1', by: 'ada', argument: 'It is.', evidence: ['src/rotate.ts:3'], judge: 'linus' },
    };
    const judged: ReviewEvent = {
      type: 'contest_judged',
      data: { findingId: 'F1', outcome: 'upheld', by: 'linus', reason: 'not called', content: 'b' },
    };
    const state = peerReview(
      [1, { type: 'review_requested', data: peerRequested() }],
      [2, { type: 'review_started', data: { reviewer: 'grace', leaseUntil: hour, nonceDigest: 'n' } }],
      [
        3,
        {
          type: 'review_decided',
          data: { findings: [finding], decision: { outcome: 'changes_requested', confidence: 80, rules: [] } },
        },
      ],
      [4, contest],
      [5, judged],
    );
    expect(dossier(state).positions[0]?.evidence).toEqual([
      'contests F1: It is.; src/rotate.ts:3; upheld by linus: not called',
    ]);
  });

  it('offers to approve as is, and the way of the reviewer, with what each costs', () => {
    expect(dossier(review()).options).toEqual([
      {
        number: 1,
        title: "Approve as is: the creator's position",
        outcome: 'approved',
        pros: ['done at once', 'the creator is 90 % sure'],
        cons: ['1 critical finding stays open', 'criterion error_handling is not met'],
        effort: 'none',
      },
      {
        number: 2,
        title: "Request changes: the reviewer's position",
        outcome: 'changes_requested',
        pros: ['1 finding settled before it counts'],
        cons: ['another round, after 0 revisions'],
        effort: '1 finding in 1 file',
      },
    ]);
  });

  it('has something for and against each option, also where nobody named a fault', () => {
    const opinions = [{ ...said, verdict: 'approved' as const, confidence: 85, findings: [], checklist: {} }];
    for (const given of [opinions, []]) {
      const { options } = dossier({ ...review(), opinions: given, findings: [] });
      for (const { pros, cons, effort } of options) {
        expect(pros).not.toEqual([]);
        expect(cons).not.toEqual([]);
        expect(effort).not.toBe('');
      }
    }
    expect(dossier({ ...review(), opinions, findings: [] }).options[0]?.cons).toEqual([
      'a reviewer is no more than 85 % sure',
    ]);
  });

  it('calls nothing the way of a reviewer where none has said a word', () => {
    expect(dossier({ ...review(), opinions: [] }).options[1]?.title).toBe(
      'Request changes: no reviewer has a position yet',
    );
  });

  it('of a rejection offers to reject', () => {
    expect(dossier(review({}, 'rejected')).options[1]).toMatchObject({
      outcome: 'rejected',
      effort: 'a new start',
    });
  });

  it('offers a compromise and the approaches that the reviewer named', () => {
    const opinions = [{ ...said, compromise: 'log now, rotate later', validOptions: ['keep', 'rotate'] }];
    const options = dossier(review({ opinions })).options.slice(2);
    expect(options.map(({ number, title, outcome }) => [number, title, outcome])).toEqual([
      [3, 'Compromise: log now, rotate later', 'changes_requested'],
      [4, 'Approach: keep', 'changes_requested'],
      [5, 'Approach: rotate', 'changes_requested'],
    ]);
  });

  it('says so when nobody has reviewed', () => {
    const fresh = peerReview([1, { type: 'review_requested', data: peerRequested() }]);
    const { positions, options } = dossier(fresh);
    expect(positions).toHaveLength(1);
    expect(options[0]?.cons).toEqual(['no reviewer has judged this content']);
  });

  it('gives the person the hours of the policy', () => {
    const event = escalated(review(), { trigger: 'by_hand', reason: 'x', by: 'ada' }, 1_000);
    expect(event.data).toMatchObject({ trigger: 'by_hand', deadline: 1_000 + 48 * hour });
  });
});

describe('a recommendation', () => {
  it('counts earlier decisions and says how many they were', () => {
    expect(
      recommend(
        [
          { option: 1, times: 1 },
          { option: 2, times: 3 },
        ],
        'eve',
      ),
    ).toEqual({
      option: 2,
      evidence: 4,
      text: "eve chose the reviewer's position (option 2) in 3 of 4 earlier decisions of this kind",
    });
  });

  it('names the position that was chosen, and how much was at stake', () => {
    const said = (option: number, ...of: readonly ('sensitive' | 'protected')[]) =>
      recommend([{ option, times: 1 }], 'persons', ...of)?.text;
    const rest = 'in 1 of 1 earlier decision of this kind';
    expect(said(1)).toBe(`persons chose the creator's position (option 1) ${rest}`);
    expect(said(3)).toBe(`persons chose a middle way (option 3) ${rest}`);
    expect(said(2, 'sensitive')).toBe(`persons chose the reviewer's position (option 2) ${rest} on sensitive paths`);
  });

  it('is none without evidence and on a tie', () => {
    expect(recommend([], 'eve')).toBeNull();
    const twice = [
      { option: 1, times: 2 },
      { option: 2, times: 1 },
      { option: 2, times: 2 },
    ];
    expect(recommend(twice, 'eve')).toMatchObject({ option: 2, evidence: 5 });
    expect(
      recommend(
        [
          { option: 1, times: 2 },
          { option: 2, times: 2 },
        ],
        'eve',
      ),
    ).toBeNull();
  });
});

describe('an open question', () => {
  const open: Escalation = {
    trigger: 'by_hand',
    reason: 'x',
    by: 'ada',
    at: 1,
    deadline: 48 * hour,
    assignee: null,
    state: 'open',
    dossier: dossier(review()),
  };
  const asked = review({ status: 'escalated', escalation: open });

  it('can get more time, from now where it is over already', () => {
    expect(extended(asked, 24, 'eve', hour)).toMatchObject({ data: { deadline: 72 * hour, by: 'eve' } });
    expect(extended(asked, 0.5, 'eve', 50 * hour)).toMatchObject({ data: { deadline: 50 * hour + 30 * minute } });
    for (const hours of [0, -1, Number.NaN, 9000])
      expect(extended(asked, hours, 'eve', 0)).toMatchObject({ code: 'bad_hours' });
  });

  it('can be put to another person', () => {
    expect(handedTo(asked, 'dana', 'eve')).toMatchObject({ data: { assignee: 'dana' } });
    const put = { ...asked, escalation: { ...open, assignee: 'dana' } };
    expect(handedTo(put, 'dana', 'eve')).toMatchObject({ code: 'already_so' });
  });

  it('is answered by the number of an option', () => {
    expect(optionOf(asked, 2)).toMatchObject({ outcome: 'changes_requested' });
    expect(optionOf(asked, 7)).toMatchObject({
      code: 'unknown_option',
      remedy: expect.stringContaining('1, 2') as string,
    });
  });

  it.each(['approved', 'changes_requested', 'pending'] as const)('is refused while the review is %s', (status) => {
    const other = { ...asked, status };
    for (const refusal of [extended(other, 1, 'eve', 0), handedTo(other, 'dana', 'eve'), optionOf(other, 1)])
      expect(refusal).toMatchObject({ refused: true, code: 'not_escalated' });
  });
});

describe('a question nobody answered', () => {
  it.each([
    ['rejected', 'rejected'],
    ['changes_requested', 'changes_requested'],
  ] as const)('after %s stays %s', (outcome, then) => {
    expect(expired(review({}, outcome)).outcome).toBe(then);
  });

  it('never approves what a person had to confirm, and says until when it waited', () => {
    const escalation: Escalation = {
      trigger: 'by_hand',
      reason: 'x',
      by: 'ada',
      at: 1,
      deadline: 0,
      assignee: null,
      state: 'open',
    };
    const unsure = review({ decision: { outcome: 'escalated', confidence: 85, rules: [] }, escalation });
    expect(expired(unsure)).toEqual({
      outcome: 'changes_requested',
      confidence: 85,
      rules: [
        {
          id: 'escalation.expired',
          result: 'unsatisfied',
          reason: "no person decided by 1970-01-01T00:00:00.000Z: the reviewer's position stands",
        },
      ],
    });
  });
});
