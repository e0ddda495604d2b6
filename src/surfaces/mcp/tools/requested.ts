import * as z from 'zod';
import type { RequestedReview } from '../../../application/peer-review.js';
import { next } from '../schema/fields.js';
import { findingViews } from '../schema/review.js';
import { findingView } from '../schema/view.js';

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
});

export function requestedView(requested: RequestedReview): z.infer<typeof requestedReview> {
  const { id, status, reviewer, estimatedCompletion, precheck, skipReason } = requested;
  return {
    next: nextOf(requested),
    ...{ id, review_id: id, status, reviewer },
    estimated_completion: estimatedCompletion,
    precheck: precheck.map(findingView),
    ...(skipReason === undefined ? {} : { skip_reason: skipReason }),
  };
}

function nextOf({ id, reviewer, precheck, skipReason, status }: RequestedReview): string {
  if (skipReason !== undefined) return 'Skipped by rule: no review is asked for here.';
  const found =
    precheck.length === 0
      ? ''
      : `The analyzers found ${precheck.length} problem${precheck.length === 1 ? '' : 's'} (precheck): mend what is ` +
        'right and call request_re_review before the reviewer starts. ';
  if (status === 'escalated') return `${found}A person decides; call get_review with review_id ${id} later.`;
  const who = reviewer === null ? 'Nobody is free yet' : `${reviewer} reviews`;
  return `${found}${who}. Go on with other work and call get_review with review_id ${id} later; leave this content as it is.`;
}
