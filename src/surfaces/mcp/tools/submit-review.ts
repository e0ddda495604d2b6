import * as z from 'zod';
import type { SubmitReview } from '../../../application/peer-review.js';
import { isRefusal, refuse, type Refusal } from '../../../domain/model/refusal.js';
import { settledReview } from '../schema/review.js';
import { settledView, unmetRules } from '../schema/view.js';
import { takeArguments } from '../arguments.js';
import { define } from './define.js';
import { everyProblem, type Further } from './every-problem.js';
import { submissionInput, submitted } from './submission.js';

export const submitReview = define({
  name: 'submit_review',
  title: 'Submit a review',
  description:
    'Gives your opinion on exactly the content of the packet. Refused: APPROVED with a critical finding, CHANGES_REQUESTED without a finding, REJECTED without a ground.',
  hints: { reads: false, idempotent: false },
  caller: 'agent',
  verb: 'submit',
  input: submissionInput,
  output: z.object({ ...settledReview, unmet_rules: z.array(z.string()) }),
  accept: ({ status, ...rest }) => ({ ...rest, status: typeof status === 'string' ? status.toUpperCase() : status }),
  unread: (refusal, given, peer) =>
    everyProblem('submit_review', refusal, given, (unread) => peer.furtherProblems(unread)),
  call: async (taken, { peer, delivered }) => {
    const submission = submitted(taken);
    if (submission === undefined)
      return everyProblem('submit_review', undefined, taken, (unread) => peer.furtherProblems(unread));
    const missing = taken.status === 'APPROVED' ? delivered.missing(taken.review_id) : [];
    if (missing.length > 0 && submission.notRead === undefined) return unreadPages(taken.review_id, missing);
    const document = await peer.submitReview(submission);
    if (isRefusal(document)) return document;
    return { content: { ...settledView(document), unmet_rules: unmetRules(document) } };
  },
});

/**
 * Reads the fields of the tool as a file holds them, for whoever hands in an opinion without MCP. `further` says what else is wrong
 * with one that cannot be read.
 */
export async function readSubmission(review: string, given: object, further: Further): Promise<SubmitReview | Refusal> {
  const command = 'countersign submit';
  const named = { ...given, review_id: review };
  const taken = takeArguments(command, submissionInput, named);
  if (isRefusal(taken)) return everyProblem(command, taken, named, further);
  return submitted(taken.value) ?? everyProblem(command, undefined, taken.value, further);
}

function unreadPages(review: string, pages: readonly number[]): Refusal {
  return refuse(
    'packet_unread',
    `you approve ${review} without having fetched page ${pages.join(', ')} of its packet`,
    'call start_review with each of these pages, or name in not_read the files you leave out',
  );
}
