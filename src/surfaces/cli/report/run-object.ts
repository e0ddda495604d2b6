import type { RunRow } from '../../../application/ports/runs.js';
import type { MemberView, RunView } from '../../../application/run/view.js';
import type { CycleAnswer, RunCycle } from '../../../domain/model/run.js';
import { iso } from '../text/time.js';

/** A run with times as ISO 8601 UTC (docs/json.md). */
export function runObject({ run, missing, next, member }: RunView): object {
  const { id, title, agents, startedBy, terms, status, flagged, issues } = run;
  const { startedAt, stoppedAt, timerSince, pause, cycles } = run;
  return {
    run: {
      ...{ id, title, agents, startedBy, terms, status, flagged, issues },
      startedAt: iso(startedAt),
      stoppedAt: iso(stoppedAt),
      timerSince: iso(timerSince),
      pause: pause === null ? null : { ...pause, since: iso(pause.since) },
      cycles: cycles.map(cycleObject),
    },
    missing,
    next: next === null ? null : { ...next, dueAt: iso(next.dueAt) },
    member: member === null ? null : memberObject(member),
  };
}

export function memberObject({ request, ...rest }: MemberView): object {
  return { ...rest, request: request === null ? null : { ...request, dueAt: iso(request.dueAt) } };
}

export function runRowObject({ startedAt, stoppedAt, waitingSince, ...rest }: RunRow): object {
  return { ...rest, startedAt: iso(startedAt), stoppedAt: iso(stoppedAt), waitingSince: iso(waitingSince) };
}

/** Each answer in the shape of EVT section 3. */
function cycleObject({ openedAt, dueAt, decidedAt, answers, late, ...rest }: RunCycle): object {
  return {
    ...rest,
    openedAt: iso(openedAt),
    dueAt: iso(dueAt),
    decidedAt: iso(decidedAt),
    answers: answers.map(answerObject),
    late: late.map(answerObject),
  };
}

function answerObject({ reviewer, at, verdict, summary, issues }: CycleAnswer): object {
  return { type: 'review_result', reviewer, timestamp: iso(at), payload: { verdict, summary, issues } };
}
