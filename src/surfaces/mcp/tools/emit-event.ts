import * as z from 'zod';
import { refuse } from '../../../domain/model/refusal.js';
import { next, text } from '../schema/fields.js';
import { define } from './define.js';

export const emitEvent = define({
  name: 'emit_event',
  title: 'Emit an event of a run',
  description:
    'Tells a run of several agents of a milestone, a blocker, or that a review is wanted. Needs an open run.',
  hints: { reads: false, idempotent: false },
  caller: 'agent',
  input: z.object({
    type: z.enum(['milestone', 'blocker', 'request_review']),
    summary: text().optional(),
    run_id: text(64).optional(),
  }),
  output: z.object({ next, run_id: z.string(), status: z.string() }),
  call: () =>
    Promise.resolve(
      refuse(
        'no_open_run',
        'no run is open here, so there is nobody to tell of this event; nothing was recorded',
        'ask another agent for an opinion with request_review; to put a question to a person, escalate_review',
      ),
    ),
});
