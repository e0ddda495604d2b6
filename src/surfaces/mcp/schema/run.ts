import * as z from 'zod';
import type { MemberView } from '../../../application/run/view.js';
import { text, words } from './fields.js';
import { given } from './given.js';

/** What a peer answers, in the shape of EVT section 3. */
export const answerPayload = z.object({
  verdict: z.enum(['approved', 'concerns', 'blocker']),
  summary: words(),
  issues: z.array(z.object({ severity: words(40), description: words(), file: text(4_096).optional() })).optional(),
});

/** What an agent owes in a run: an answer to a request (EVT section 2), or a clarification. */
export const memberRun = z.object({
  run_id: z.string(),
  status: z.string().describe('running, paused or stopped'),
  flagged: z.boolean(),
  cause: z.string().nullable(),
  cycle: z.int().nullable(),
  decision: z.string().nullable(),
  request: z.looseObject({ targets: z.array(z.string()), context: z.record(z.string(), z.string()) }).optional(),
  clarification: z.looseObject({ prompt: z.string() }).optional(),
});

export type MemberRunView = z.infer<typeof memberRun>;

export function memberRunView({
  run,
  status,
  flagged,
  cause,
  cycle,
  decision,
  request,
  clarification,
}: MemberView): MemberRunView {
  return {
    run_id: run,
    ...{ status, flagged, cause, cycle },
    decision: decision?.action ?? null,
    ...(request === null ? {} : { request: requestView(request) }),
    ...(clarification === null ? {} : { clarification: clarificationView(clarification) }),
  };
}

function requestView({ cycle, dueAt, targets, focus_areas, ...request }: NonNullable<MemberView['request']>) {
  return {
    ...request,
    targets: [...targets],
    focus_areas: [...focus_areas],
    cycle,
    answer_until: new Date(dueAt).toISOString(),
  };
}

function clarificationView({ cycle, prompt, concerns }: NonNullable<MemberView['clarification']>) {
  return {
    cycle,
    prompt,
    concerns: concerns.map(({ reviewer, summary, issues }) => ({
      reviewer,
      summary,
      issues: issues.map(({ severity, description, file }) => ({ severity, description, ...given({ file }) })),
    })),
  };
}

/** What the agent does next in its run. */
export function nextInRun({ status, cause, request, clarification, flagged }: MemberView): string {
  if (request !== null)
    return (
      `Look at the work of ${request.targets.join(', ')}, then emit_event {type: "review_result", cycle: ${request.cycle}, payload}; ` +
      `without your answer the cycle is inconclusive.`
    );
  if (clarification !== null) return clarification.prompt;
  if (status === 'stopped') return 'The run is over.';
  if (status === 'paused')
    return cause === 'concerns'
      ? 'Paused until all agents have answered the clarification. Change nothing; later list_reviews {mine: "to_do"}.'
      : 'Paused until a person settles it. Change nothing; later list_reviews {mine: "to_do"}.';
  return flagged
    ? 'Go on; a concern stands on the list of the run. Tell the next milestone or blocker.'
    : 'Go on; tell the next milestone or blocker.';
}
