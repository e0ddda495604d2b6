import * as z from 'zod';
import { isRefusal } from '../../../domain/model/refusal.js';
import { changeRequest } from '../schema/change.js';
import { change, confidence, text } from '../schema/fields.js';
import { withChange } from './accept.js';
import { define } from './define.js';
import { requestedReview, requestedView } from './requested.js';
import { given } from '../schema/given.js';

const input = z.object({
  title: text(300).optional(),
  type: text(100).optional().describe('action type; default: classified from the change'),
  change: change().optional(),
  description: text().optional().describe('for the reviewer'),
  questions: z.array(text()).optional(),
  confidence: confidence().optional().describe('yours in this change'),
  scope: z.array(text(500)).optional().describe('globs the task was limited to'),
  reviewer: text(100).optional().describe('wish; the policy decides'),
  autonomy: text(100).optional(),
  creator: text(100).optional().describe('only your own name'),
  context: z.record(z.string(), z.unknown()).optional(),
  artifacts: z.record(z.string(), z.unknown()).optional().describe('not taken: what counts is the change in git'),
  idempotency_key: text(200).optional().describe('same key, same answer'),
});

export const requestReview = define({
  name: 'request_review',
  title: 'Request a review',
  description:
    'Freezes your change in git, runs the analyzers on it, and asks another agent to review it. Returns at once.',
  hints: { reads: false, idempotent: false },
  caller: 'agent',
  input,
  output: requestedReview,
  // A creator who names the review itself asks for one review under that name.
  accept: ({ id, ...asked }) => ({ ...given({ idempotency_key: id }), ...withChange(asked) }),
  call: async (asked, { peer }) => {
    const { title, type, questions, scope, reviewer, autonomy, creator, confidence: sure } = asked;
    const requested = await peer.requestReview({
      change: changeRequest(asked.change),
      ...given({ title, type, questions, scope, reviewer, autonomy, creator, confidence: sure }),
      ...given({ description: described(asked), idempotencyKey: asked.idempotency_key }),
    });
    if (isRefusal(requested)) return requested;
    const view = requestedView(requested);
    const unread =
      asked.artifacts === undefined ? '' : ' The artifacts were not taken: only the change in git is reviewed.';
    return { content: { ...view, next: `${view.next}${unread}` } };
  },
});

/** The description, with what the context adds to it. */
function described({ description, context }: z.infer<typeof input>): string | undefined {
  const facts = context === undefined ? [] : [JSON.stringify(context)];
  const parts = [...(description === undefined ? [] : [description]), ...facts];
  return parts.length === 0 ? undefined : parts.join('\n\n');
}
