import * as z from 'zod';
import { isRefusal } from '../../../domain/model/refusal.js';
import { changeRequest } from '../schema/change.js';
import { change, next, text, words } from '../schema/fields.js';
import { withChange } from './accept.js';
import { define } from './define.js';
import { given } from '../schema/given.js';

const context = z.object({ change: change().optional(), autonomy: text(100).optional() });

export const checkReviewRequired = define({
  name: 'check_review_required',
  title: 'Check whether a review is required',
  description: 'Asks the policy whether an action, or context.change itself, needs a review, and by whom.',
  hints: { reads: true, idempotent: true },
  caller: 'anybody',
  input: z.object({
    action: words(100).describe('action type, e.g. create_core, security_change, feature'),
    context: context.optional(),
  }),
  output: z.object({
    next,
    needs_review: z.boolean(),
    reviewer: z.string().optional(),
    estimated_time: z.number().optional().describe('minutes'),
    skip_reason: z.string().optional(),
    rule: z.string().optional(),
  }),
  accept: (asked) => (isRecord(asked['context']) ? { ...asked, context: withChange(asked['context']) } : asked),
  call: async ({ action, context: { change: changed, autonomy } = {} }, { peer }) => {
    const required = await peer.checkReviewRequired({
      action,
      ...given({ change: changed && changeRequest(changed), autonomy }),
    });
    if (isRefusal(required)) return required;
    const { needsReview, reviewer, estimatedMinutes, skipReason, rule } = required;
    return {
      content: {
        next: needsReview
          ? 'Finish the change, then call request_review; do not merge before it is approved.'
          : 'No review is asked for here; go on.',
        needs_review: needsReview,
        ...given({ reviewer, estimated_time: estimatedMinutes, skip_reason: skipReason, rule }),
      },
    };
  },
});

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
