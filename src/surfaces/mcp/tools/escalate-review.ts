import * as z from 'zod';
import { isRefusal } from '../../../domain/model/refusal.js';
import { reviewId, text, words } from '../schema/fields.js';
import { settledReview } from '../schema/review.js';
import { settledView } from '../schema/view.js';
import { define } from './define.js';
import { given } from '../schema/given.js';

const input = z.object({
  review_id: reviewId(),
  reason: words(2_000).describe('e.g. creator_disagrees'),
  creator_argument: text().optional().describe('your position, with evidence'),
  request_human_decision: z.boolean().optional(),
});

export const escalateReview = define({
  name: 'escalate_review',
  title: 'Escalate a review',
  description: 'Puts a review before a person, with both positions. For its creator or reviewer.',
  hints: { reads: false, idempotent: false },
  caller: 'agent',
  verb: 'escalate',
  input,
  output: z.object({ ...settledReview, escalated: z.boolean(), deadline: z.string().nullable() }),
  call: async ({ review_id, reason, creator_argument }, { peer }) => {
    const document = await peer.escalateReview({
      review: review_id,
      reason,
      ...given({ argument: creator_argument }),
    });
    if (isRefusal(document)) return document;
    return {
      content: {
        ...settledView(document),
        escalated: document.review.status === 'escalated',
        deadline: document.escalation?.deadline ?? null,
      },
    };
  },
});
