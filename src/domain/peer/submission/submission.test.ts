import { describe, expect, it } from 'vitest';
import { peerReview, peerRequested } from '../../../../test/kit/peer.js';
import { change, changedFile } from '../../../../test/kit/review.js';
import type { Finding } from '../../model/finding.js';
import type { ReviewEvent } from '../../model/event.js';
import type { Review } from '../../model/review.js';
import { selfContradictions } from './contradictions.js';
import { formProblems } from './form.js';
import { opinionOf } from './opinion.js';
import type { Submission, SubmittedFinding } from './submission.js';

const criteria = [
  { name: 'correct', required: true, description: 'It is right', checks: [] },
  { name: 'fast', required: false, description: 'It is fast', checks: [] },
];

const grounds = ['fundamental_flaw', 'security_risk'];

function review(questions: readonly string[] = [], earlier: readonly Finding[] = []): Review {
  const requested = peerRequested(
    { request: { questions } },
    {
      criteria,
      rejectGrounds: grounds,
      change: change([changedFile('a.ts'), changedFile('b.ts', { oldPath: 'old.ts', status: 'R' })]),
    },
  );
  const events: readonly ReviewEvent[] = [
    { type: 'review_requested', data: requested },
    { type: 'review_assigned', data: { reviewer: 'grace', place: 'primary', reason: 'free', rules: [] } },
    { type: 'review_started', data: { reviewer: 'grace', leaseUntil: 9_000, nonceDigest: 'n' } },
  ];
  const begun = peerReview(...events.map((event) => [1_000, event] as const));
  return begun.peer === null ? begun : { ...begun, peer: { ...begun.peer, earlier } };
}

function raised(over: Partial<SubmittedFinding> = {}): SubmittedFinding {
  return { severity: 'important', category: 'bug', file: 'a.ts', line: 1, message: 'It breaks. Mend it.', ...over };
}

function known(over: Partial<Finding> = {}): Finding {
  return {
    id: 'f1',
    fingerprint: 'p1',
    state: 'open',
    agreement: 'only',
    sources: [{ seat: 'grace@mcp', message: 'It breaks.', severity: 'important' }],
    severity: 'important',
    category: 'bug',
    file: 'a.ts',
    message: 'It breaks.',
    ...over,
  };
}

const approving: Submission = {
  status: 'APPROVED',
  summary: 'Read all of it.',
  confidence: 90,
  checklist: { correct: true, fast: null },
  findings: [],
};

const form = (over: Partial<Submission>, on = review()) =>
  formProblems(on, { ...approving, ...over }, 'grace').map(({ key }) => key);

function contradicted(
  over: Partial<Submission>,
  on = review(),
  refuted: readonly string[] = [],
  unmended: readonly string[] = [],
): readonly (string | undefined)[] {
  const submission = { ...approving, ...over };
  const opinion = opinionOf(on, submission, { reviewer: 'grace', shown: {}, now: 2_000 });
  return selfContradictions({
    review: on,
    submission,
    opinion,
    same: (now, then) => now.message === then.message,
    refutedBefore: ({ message }) => (refuted.includes(message) ? known() : undefined),
    unmended: new Set(unmended),
  }).map(({ key }) => key);
}

describe('the form of a submission', () => {
  it('is complete', () => {
    expect(form({})).toEqual([]);
  });

  it.each<[string, Partial<Submission>, readonly string[]]>([
    ['a summary', { summary: ' ' }, ['summary']],
    ['a summary that can be seen', { summary: '\u200b\u2060' }, ['summary']],
    ['a confidence from 0 to 100', { confidence: 101 }, ['confidence']],
    ['a whole confidence', { confidence: 0.9 }, ['confidence']],
    ['each required criterion', { checklist: {} }, ['checklist.correct']],
    ['a known ground of a rejection', { status: 'REJECTED', ground: 'taste' }, ['ground']],
    ['the ground of a rejection', { status: 'REJECTED' }, ['ground']],
    ['a file of the change', { findings: [raised({ file: 'c.ts' })] }, ['findings[0].file']],
    [
      'what a finding says',
      { findings: [raised(), raised({ message: '', category: ' ' })] },
      ['findings[1].category', 'findings[1].message'],
    ],
    ['paths of the change as not read', { notRead: ['z.ts'] }, ['notRead[0]']],
    ['known findings as verified', { verified: [{ finding: 'f9', outcome: 'fixed' }] }, ['verified[0].finding']],
  ])('needs %s', (_, over, keys) => {
    expect(form(over)).toEqual(keys);
  });

  it('names all that is missing at once', () => {
    expect(form({ summary: '', checklist: {}, confidence: -1 })).toEqual([
      'summary',
      'confidence',
      'checklist.correct',
    ]);
  });

  it('answers each question of the creator', () => {
    const asked = review(['Is it safe?', 'Is it fast?']);
    expect(form({}, asked)).toEqual(['answers[0]', 'answers[1]']);
    expect(form({ answers: ['Yes.', ' '] }, asked)).toEqual(['answers[1]']);
    expect(form({ answers: ['Yes.', 'No.'] }, asked)).toEqual([]);
  });

  it('verifies each finding of earlier rounds that stands', () => {
    const again = review([], [known(), known({ id: 'f2', state: 'resolved' }), known({ id: 'f3', state: 'refuted' })]);
    expect(form({}, again)).toEqual(['verified']);
    expect(form({ verified: [{ finding: 'f1', outcome: 'fixed' }] }, again)).toEqual([]);
    expect(
      form(
        {
          verified: [
            { finding: 'f1', outcome: 'fixed' },
            { finding: 'f2', outcome: 'fixed' },
          ],
        },
        again,
      ),
    ).toEqual(['verified[1].finding']);
  });

  it('takes what it does not know without a word', () => {
    expect(form({ checklist: { correct: true, charming: true } })).toEqual([]);
  });

  it('names a file also by what it was called at the base', () => {
    expect(form({ findings: [raised({ file: 'old.ts' })] })).toEqual([]);
  });
});

describe('a submission contradicts itself', () => {
  it.each<[string, Partial<Submission>, readonly string[]]>([
    ['approved with a critical finding', { findings: [raised({ severity: 'blocker' })] }, ['findings[0].severity']],
    ['approved with a required criterion false', { checklist: { correct: false } }, ['checklist.correct']],
    ['approved with a required criterion unchecked', { checklist: { correct: null } }, ['checklist.correct']],
    ['approved without having read all', { notRead: ['b.ts'] }, ['notRead[0]']],
    ['changes requested without a finding', { status: 'CHANGES_REQUESTED' }, ['findings']],
    [
      'rejected for a security risk without a critical finding',
      { status: 'REJECTED', ground: 'security_risk', findings: [raised()] },
      ['ground'],
    ],
  ])('%s', (_, over, keys) => {
    expect(contradicted(over)).toEqual(keys);
  });

  it.each<[string, Partial<Submission>]>([
    ['approved', {}],
    ['approved with an important finding', { findings: [raised()] }],
    ['approved with an optional criterion false', { checklist: { correct: true, fast: false } }],
    ['changes requested with a finding', { status: 'CHANGES_REQUESTED', findings: [raised()] }],
    [
      'changes requested with a criterion false and a minor finding',
      { status: 'CHANGES_REQUESTED', checklist: { correct: false }, findings: [raised({ severity: 'nit' })] },
    ],
    ['rejected on a ground', { status: 'REJECTED', ground: 'fundamental_flaw' }],
    [
      'rejected for a security risk that is critical',
      { status: 'REJECTED', ground: 'security_risk', findings: [raised({ severity: 'critical' })] },
    ],
  ])('not where it is %s', (_, over) => {
    expect(contradicted(over)).toEqual([]);
  });

  describe('with earlier rounds', () => {
    const verified = (outcome: 'fixed' | 'still_open') => [{ finding: 'f1', outcome }];

    it('approved while a grave finding is still open', () => {
      expect(contradicted({ verified: verified('still_open') }, review([], [known()]))).toEqual([
        'verified[0].outcome',
      ]);
      expect(contradicted({ verified: verified('fixed') }, review([], [known()]))).toEqual([]);
      expect(contradicted({ verified: verified('still_open') }, review([], [known({ severity: 'minor' })]))).toEqual(
        [],
      );
    });

    it('fixed and raised again', () => {
      const again = {
        status: 'CHANGES_REQUESTED',
        verified: verified('fixed'),
        findings: [raised({ message: 'It breaks.' })],
      } as const;
      expect(contradicted(again, review([], [known()]))).toEqual(['findings[0]']);
      expect(contradicted({ ...again, verified: verified('still_open') }, review([], [known()]))).toEqual([]);
    });

    it('not where changes are requested for what was never mended', () => {
      const still = { status: 'CHANGES_REQUESTED', verified: verified('still_open') } as const;
      expect(contradicted(still, review([], [known()]))).toEqual([]);
    });

    it('fixed on exactly the content on which it stood', () => {
      const again = review([], [known()]);
      expect(contradicted({ verified: verified('fixed') }, again, [], ['f1'])).toEqual(['verified[0].outcome']);
      const asks = { status: 'CHANGES_REQUESTED', verified: verified('still_open') } as const;
      expect(contradicted(asks, again, [], ['f1'])).toEqual([]);
    });

    it('a refuted finding raised again on the same content', () => {
      expect(contradicted({ findings: [raised()] }, review(), ['It breaks. Mend it.'])).toEqual(['findings[0]']);
    });
  });
});

describe('the opinion that is made of a submission', () => {
  it('keeps the word of a severity that has another canonical one', () => {
    const { findings } = opinionOf(
      review(),
      { ...approving, findings: [raised({ severity: 'Nit' })] },
      { reviewer: 'grace', shown: {}, now: 5 },
    );
    expect(findings[0]).toMatchObject({ severity: 'minor', statedSeverity: 'Nit' });
  });

  it('says what was shown less what was not read, and the reason of each answer that is not true', () => {
    const opinion = opinionOf(
      review(),
      { ...approving, notRead: ['b.ts'] },
      { reviewer: 'grace', shown: {}, now: 1_500 },
    );
    expect(opinion.shown).toEqual([
      { path: 'a.ts', coverage: 'reviewed' },
      { path: 'b.ts', coverage: 'not_shown', reason: 'the reviewer did not read it' },
    ]);
    expect(opinion.checklist).toEqual({
      correct: { answer: true },
      fast: { answer: null, reason: 'the reviewer could not check it' },
    });
    expect(opinion).toMatchObject({ seat: { role: 'grace', driver: 'mcp' }, durationMs: 500 });
  });
});
