import * as z from 'zod';
import { isRefusal } from '../../../domain/model/refusal.js';
import { next, reviewId, words } from '../schema/fields.js';
import { define } from './define.js';

const input = z.object({ review_id: reviewId(), kind: z.enum(['bug', 'revert', 'clean']), note: words() });

export const reportOutcome = define({
  name: 'report_outcome',
  title: 'Report an outcome',
  description: 'Records what became of reviewed work: a bug or a revert traced to it, or that it proved clean.',
  hints: { reads: false, idempotent: false },
  caller: 'agent',
  verb: 'report_outcome',
  input,
  output: z.object({ next, recorded: z.literal(true) }),
  call: async ({ review_id, kind, note }, { peer }) => {
    const reported = await peer.reportOutcome({ review: review_id, kind, note });
    return isRefusal(reported) ? reported : { content: { next: 'Nothing to do.', recorded: true as const } };
  },
});
