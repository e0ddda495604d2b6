import * as z from 'zod';
import type { SubmitReview, SubmittedFinding } from '../../../application/peer-review.js';
import { reviewId, text, words } from '../schema/fields.js';
import { type GivenOpinion, opinion } from '../schema/opinion.js';
import { given } from '../schema/given.js';

export const submissionInput = z.object({
  review_id: reviewId(),
  nonce: words(200),
  head_tree: words(100),
  ...opinion.shape,
  reviewer: text(100).optional().describe('only your own name'),
});

/** The opinion that was given; undefined where it says nothing. */
export function submitted(taken: z.infer<typeof submissionInput>): SubmitReview | undefined {
  const { feedback = {}, answers = feedback.question_answers, reviewer, ground, clarification, compromise } = taken;
  const summary = summaryOf(taken);
  if (summary === '') return undefined;
  return {
    review: taken.review_id,
    nonce: taken.nonce,
    headTree: taken.head_tree,
    status: taken.status,
    summary,
    confidence: taken.confidence,
    checklist: taken.checklist,
    findings: findingsOf(taken),
    ...given({ ground, answers, reviewer, clarification, compromise }),
    ...given({ notRead: taken.not_read, validOptions: taken.valid_options }),
    ...given({ verified: taken.verified?.map(verification), judged: taken.judged?.map(judgement) }),
  };
}

function verification({ finding_id, outcome }: NonNullable<GivenOpinion['verified']>[number]) {
  return { finding: finding_id, outcome };
}

function judgement({ finding_id, outcome, reason, severity }: NonNullable<GivenOpinion['judged']>[number]) {
  return { finding: finding_id, outcome, reason, ...given({ severity }) };
}

function summaryOf({ summary, feedback }: GivenOpinion): string {
  const strengths = feedback?.strengths ?? [];
  const overall = (summary ?? feedback?.overall ?? '').trim();
  return strengths.length === 0 ? overall : `${overall}\n\nStrengths: ${strengths.join('; ')}`;
}

/** The findings, with concerns and suggestions that came as mere sentences (PRS 6.1: moderate, minor). */
function findingsOf({ findings = [], feedback = {} }: GivenOpinion): SubmittedFinding[] {
  const { concerns = [], suggestions = [] } = feedback;
  return [
    ...findings.map(({ end_line, file, line, quote, suggestion, ...rest }) => ({
      ...rest,
      ...given({ file, line, endLine: end_line, quote, suggestion }),
    })),
    ...concerns.map((message) => ({ severity: 'important', category: 'concern', message })),
    ...suggestions.map((message) => ({ severity: 'minor', category: 'suggestion', message })),
  ];
}
