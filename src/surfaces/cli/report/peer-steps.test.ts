import { expect, it } from 'vitest';
import { aFinding, decided } from '../../../../test/kit/review-document.js';
import type { ReviewDocument } from '../../../application/queries/document.js';
import { nextSteps } from './next-steps.js';

const request = { by: 'ada', proved: true, title: 'Add', questions: [], confidence: null, changesMade: null };

function among(status: ReviewDocument['review']['status'], findings = [aFinding('01A-1')]) {
  const document = decided('changes_requested');
  return nextSteps({
    ...document,
    request,
    findings,
    review: { ...document.review, id: '01A', creator: 'ada', reviewer: 'bob', status },
    decision: status === 'changes_requested' ? document.decision : null,
  }).map(({ text, command }) => [text, command]);
}

it.each([
  ['pending', ['bob is to begin, with its own token:', 'countersign start 01A']],
  ['pending_re_review', ['bob is to begin, with its own token:', 'countersign start 01A']],
  ['in_progress', ['bob is to answer:', 'countersign submit 01A --file answer.json']],
  [
    'changes_requested',
    ['ada mends the change and hands it in again:', 'countersign revise 01A --changes-made "what"'],
  ],
] as const)('says whose turn it is among peers: %s', (status, first) => {
  expect(among(status)[0]).toEqual(first);
});

it('says how the creator objects to a finding that is open', () => {
  expect(among('changes_requested')[1]?.[1]).toBe('countersign contest 01A-1 --argument "why"');
  expect(among('changes_requested', [])).toHaveLength(1);
});

it('says who is to judge what is contested', () => {
  const contest = { by: 'ada', argument: 'x', evidence: [], judge: 'cy', at: '2026-03-04T12:00:00.000Z' };
  const open = aFinding('01A-1', { contests: [{ ...contest, judgement: null }] });
  expect(among('changes_requested', [open])[0]).toEqual([
    'cy is to judge what is contested, with its own token:',
    'countersign start 01A',
  ]);
  expect(JSON.stringify(among('changes_requested', [open]))).not.toContain('countersign contest');
  const judgement = { outcome: 'upheld', by: 'cy', reason: 'I looked.', at: contest.at } as const;
  const judged = aFinding('01A-1', { contests: [{ ...contest, judgement }] });
  expect(among('changes_requested', [judged])[0]?.[0]).toContain('ada mends the change');
});

it('sends nobody to review alone what peers review', () => {
  for (const status of ['pending', 'in_progress', 'changes_requested'] as const)
    expect(JSON.stringify(among(status))).not.toContain('countersign review');
});

it('leaves a round that came to nothing to a person', () => {
  const document = decided('inconclusive');
  const steps = nextSteps({ ...document, request, review: { ...document.review, status: 'pending' } });
  expect(steps.at(-1)?.command).toContain('countersign decide');
});
