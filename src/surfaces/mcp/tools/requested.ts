import * as z from 'zod';
import type { RequestedReview } from '../../../application/peer-review.js';
import type { ReviewStatus } from '../../../domain/model/review.js';
import { nextAt } from '../next-steps.js';
import { next } from '../schema/fields.js';
import { findingViews, fixLoop } from '../schema/review.js';
import { findingView, fixLoopView } from '../schema/view.js';
import { given } from '../schema/given.js';

/** What `request_review` and `request_re_review` answer. */
export const requestedReview = z.object({
  next,
  id: z.string(),
  review_id: z.string(),
  status: z.string(),
  reviewer: z.string().nullable(),
  estimated_completion: z.string(),
  precheck: findingViews,
  skip_reason: z.string().optional(),
  rejected_before: z.array(z.string()).optional(),
  criteria_changed: z.array(z.string()).optional(),
  fix: fixLoop.optional(),
});

export function requestedView(requested: RequestedReview): z.infer<typeof requestedReview> {
  const { id, status, reviewer, estimatedCompletion, precheck, skipReason, criteriaChanged, mending, rejectedBefore } =
    requested;
  return {
    next: nextOf(requested),
    ...{ id, review_id: id, status, reviewer },
    estimated_completion: estimatedCompletion,
    precheck: precheck.map(findingView),
    ...given({
      fix: mending && fixLoopView(mending),
      skip_reason: skipReason,
      criteria_changed: criteriaChanged && [...criteriaChanged],
      rejected_before: rejectedBefore && [...rejectedBefore],
    }),
  };
}

function nextOf({ reviewer, precheck, status, note }: RequestedReview): string {
  const told = note === undefined ? '' : `${note[0]?.toUpperCase() ?? ''}${note.slice(1)}. `;
  return `${told}${toMend(precheck.length, status)}${nextAt(status, reviewer)}`;
}

function toMend(found: number, status: ReviewStatus): string {
  if (found === 0 || !status.startsWith('pending')) return '';
  const problems = found === 1 ? '1 problem' : `${found} problems`;
  return `The analyzers found ${problems} (precheck): mend what is right and call request_re_review before the review starts. `;
}
