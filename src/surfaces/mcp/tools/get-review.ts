import * as z from 'zod';
import { isRefusal } from '../../../domain/model/refusal.js';
import { reviewId } from '../schema/fields.js';
import { reviewState } from '../schema/review.js';
import type { ReviewState } from '../../../application/peer-review.js';
import { oncePer } from '../../../application/once-per.js';
import { reviewStateView } from '../schema/view.js';
import { define } from './define.js';
import { given } from '../schema/given.js';

/** Clients give up after 60 seconds; this leaves them time to spare. */
const longestWait = 45;

const input = z.object({
  review_id: reviewId(),
  wait_seconds: z.number().min(0).max(longestWait).optional().describe('wait for a change of status'),
  since_version: z.int().min(0).optional().describe('version you know; returns at once when newer'),
});

const answerOf = oncePer((state: ReviewState) => ({ content: reviewStateView(state) }));

export const getReview = define({
  name: 'get_review',
  title: 'Get a review',
  description: 'Returns a review as it stands: status, findings, what keeps it from being approved.',
  hints: { reads: true, idempotent: true },
  caller: 'anybody',
  input,
  output: reviewState,
  call: async ({ review_id, wait_seconds, since_version }, { peer, progress, signal }) => {
    const state = await peer.getReview(
      {
        review: review_id,
        ...given({ waitMs: wait_seconds && wait_seconds * 1000, sinceVersion: since_version }),
      },
      progress,
      signal,
    );
    return isRefusal(state) ? state : answerOf(state);
  },
});
