import * as z from 'zod';
import { isRefusal } from '../../../domain/model/refusal.js';
import { changeRequest } from '../schema/change.js';
import { change, findingId, reviewId, text, words } from '../schema/fields.js';
import { withChange } from './accept.js';
import { define } from './define.js';
import { requestedReview, requestedView } from './requested.js';
import { given } from '../schema/given.js';

const input = z.object({
  review_id: reviewId(),
  changes_made: words(),
  change: change().optional(),
  fixed: z.array(findingId()).optional().describe('ids of findings you mended; another agent verifies each'),
  turns: z.int().min(1).optional().describe('turns it took you; more than fix.turns: a person decides'),
  message: text().optional(),
  revision_number: z.int().optional(),
  artifacts: z.record(z.string(), z.unknown()).optional().describe('not taken'),
});

export const requestReReview = define({
  name: 'request_re_review',
  title: 'Request a re-review',
  description: 'Submits the mended change of your review as its next revision.',
  hints: { reads: false, idempotent: false },
  caller: 'agent',
  verb: 'revise',
  input,
  output: requestedReview,
  accept: withChange,
  call: async ({ review_id, changes_made, change: changed, fixed, turns, message }, { peer }) => {
    const requested = await peer.requestReReview({
      review: review_id,
      change: changeRequest(changed),
      changesMade: message === undefined ? changes_made : `${changes_made}\n\n${message}`,
      ...given({ fixed, turns }),
    });
    return isRefusal(requested) ? requested : { content: requestedView(requested) };
  },
});
