import * as z from 'zod';
import type { AnswerCycle } from '../../../application/run/talk.js';
import { isRefusal, refuse, type Refusal } from '../../../domain/model/refusal.js';
import { takeArguments } from '../arguments.js';
import { next, text } from '../schema/fields.js';
import { given } from '../schema/given.js';
import { answerPayload, memberRun, memberRunView, nextInRun } from '../schema/run.js';
import { define } from './define.js';

const input = z.object({
  type: z.enum(['milestone', 'blocker', 'request_review', 'review_result']),
  summary: text().optional().describe('what you did, or what stops you'),
  run_id: text(64).optional(),
  cycle: z.int().min(1).optional(),
  reviewer: text(200).optional(),
  payload: answerPayload.optional().describe('of review_result'),
});

export const emitEvent = define({
  name: 'emit_event',
  title: 'Emit an event of a run',
  description:
    'Tells a run of a milestone, a blocker, or that a review is wanted: its agents then review each other. review_result answers such a request.',
  hints: { reads: false, idempotent: false },
  caller: 'agent',
  input,
  output: z.object({ next, ...memberRun.shape }),
  call: async (ask, { runs }) => {
    const { type, summary = '', run_id: run } = ask;
    if (type !== 'review_result' && ask.payload !== undefined) return misplacedPayload(type);
    const answer = type === 'review_result' ? answerOf(ask) : undefined;
    if (isRefusal(answer)) return answer;
    const view = await (answer === undefined
      ? runs.event({ kind: type === 'review_result' ? 'request_review' : type, summary, ...given({ run }) })
      : runs.answer(answer));
    return isRefusal(view) ? view : { content: { next: nextInRun(view), ...memberRunView(view) } };
  },
});

/** A verdict that would get lost in an event is none. */
function misplacedPayload(type: string): Refusal {
  return refuse('invalid_arguments', `payload is an answer, and ${type} is none`, 'answer with type review_result');
}

function answerOf({ payload, run_id: run, cycle, reviewer }: z.infer<typeof input>): AnswerCycle | Refusal {
  if (payload === undefined)
    return {
      ...refuse('invalid_arguments', 'review_result has no payload', 'give payload: verdict, summary, issues'),
      problems: [{ key: 'payload', message: 'is missing', expected: 'verdict, summary, issues' }],
    };
  const { verdict, summary, issues = [] } = payload;
  return {
    ...{ verdict, summary },
    issues: issues.map(({ severity, description, file }) => ({ severity, description, ...given({ file }) })),
    ...given({ run, cycle, reviewer }),
  };
}

/** Reads the message of EVT section 3 as the tool would, for the command line. Fields of it that say nothing new are let be. */
export function readRunAnswer(message: object): AnswerCycle | Refusal {
  const taken = takeArguments('countersign run respond', input, { type: 'review_result', ...message });
  return isRefusal(taken) ? taken : answerOf(taken.value);
}
