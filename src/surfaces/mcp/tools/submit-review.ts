import * as z from 'zod';
import type { SubmitReview, SubmittedFinding } from '../../../application/peer-review.js';
import { isRefusal, refuse, type Refusal } from '../../../domain/model/refusal.js';
import { reviewId, text, words } from '../schema/fields.js';
import { type GivenOpinion, opinion } from '../schema/opinion.js';
import { settledReview } from '../schema/review.js';
import { settledView, unmetRules } from '../schema/view.js';
import { takeArguments } from '../arguments.js';
import { define } from './define.js';
import { given } from '../schema/given.js';

const input = z.object({
  review_id: reviewId(),
  nonce: words(200),
  head_tree: words(100),
  ...opinion.shape,
  reviewer: text(100).optional().describe('only your own name'),
});

export const submitReview = define({
  name: 'submit_review',
  title: 'Submit a review',
  description:
    'Gives your opinion on exactly the content of the packet. APPROVED with a critical finding, CHANGES_REQUESTED without a finding or REJECTED without a ground is refused.',
  hints: { reads: false, idempotent: false },
  caller: 'agent',
  verb: 'submit',
  input,
  output: z.object({ ...settledReview, unmet_rules: z.array(z.string()) }),
  accept: ({ status, ...rest }) => ({ ...rest, status: typeof status === 'string' ? status.toUpperCase() : status }),
  call: async (taken, { peer, delivered }) => {
    const submission = submitted(taken);
    if (isRefusal(submission)) return submission;
    const missing = taken.status === 'APPROVED' ? delivered.missing(taken.review_id) : [];
    if (missing.length > 0 && submission.notRead === undefined) return unreadPages(taken.review_id, missing);
    const document = await peer.submitReview(submission);
    if (isRefusal(document)) return document;
    return { content: { ...settledView(document), unmet_rules: unmetRules(document) } };
  },
});

/** Reads the fields of the tool as a file holds them, for whoever hands in an opinion without MCP. */
export function readSubmission(review: string, given: object): SubmitReview | Refusal {
  const command = 'countersign submit';
  const taken = takeArguments(command, input, { ...given, review_id: review });
  return isRefusal(taken) ? taken : submitted(taken.value, command);
}

function unreadPages(review: string, pages: readonly number[]): Refusal {
  return refuse(
    'packet_unread',
    `you approve ${review} without having fetched page ${pages.join(', ')} of its packet`,
    'call start_review with each of these pages, or name in not_read the files you leave out',
  );
}

function submitted(taken: z.infer<typeof input>, called = 'submit_review'): SubmitReview | Refusal {
  const { feedback = {}, answers = feedback.question_answers, reviewer, ground, clarification, compromise } = taken;
  const summary = summaryOf(taken);
  if (summary === '') return nothingSaid(called);
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

function nothingSaid(called: string): Refusal {
  const problems = [{ key: 'summary', message: 'is missing', expected: 'summary, or feedback.overall' }];
  const message = `${called} cannot be called like this: 1 field to correct`;
  return { refused: true, code: 'invalid_arguments', message, remedy: 'Say in a sentence what you think.', problems };
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
