import { BrokenHistory } from '../model/broken-history.js';
import type { Recorded, RunEvent } from '../model/event.js';
import type { CycleAnswered, CycleOpened, RunReported, RunStarted } from '../model/run-event.js';
import type { CycleAction, CycleAnswer, CycleDecision, PauseCause, Run, RunCycle } from '../model/run.js';

/** State after all events of one run stream; undefined for an empty stream. */
export function foldRun(events: readonly Recorded<RunEvent>[]): Run | undefined {
  let run: Run | undefined;
  for (const event of events) run = evolveRun(run, event);
  return run;
}

/** State after one more event. Throws `BrokenHistory` when the event cannot follow. */
export function evolveRun(run: Run | undefined, recorded: Recorded<RunEvent>): Run {
  const event = { type: recorded.type, data: recorded.data } as RunEvent;
  if (event.type === 'run_started') {
    if (run !== undefined) throw new BrokenHistory(`${recorded.stream}: started twice`);
    return started(recorded, event.data);
  }
  if (run === undefined) throw new BrokenHistory(`${recorded.stream}: ${event.type} before run_started`);
  const { at } = recorded;
  switch (event.type) {
    case 'run_reported':
      return reported(run, event.data, at);
    case 'cycle_opened':
      return opened(run, event.data, at);
    case 'cycle_answered':
      return answered(run, event.data, at);
    case 'cycle_decided':
      return decided(run, event.data, at);
    case 'run_deadline_fired':
      return fired(run, event.data.kind, at);
    case 'run_resumed':
      return { ...withoutOpenCycle(run, at), status: 'running', flagged: false, pause: null, timerSince: at };
    case 'run_stopped':
      return { ...run, status: 'stopped', stoppedAt: at };
    case 'attempt_refused':
      return run;
  }
}

function started(recorded: Recorded<RunEvent>, { title, agents, terms, notifications }: RunStarted): Run {
  return {
    id: recorded.stream.slice('run/'.length),
    title,
    agents,
    startedBy: recorded.actor,
    startedAt: recorded.at,
    terms,
    notifications,
    status: 'running',
    flagged: false,
    timerSince: recorded.at,
    reported: {},
    cycles: [],
    issues: [],
    pause: null,
    stoppedAt: null,
  };
}

/** Every word of an agent ends the silence; while a clarification is owed, it is one. */
function reported(run: Run, { agent, summary }: RunReported, at: number): Run {
  const texts = summary === '' ? [] : [summary];
  return {
    ...run,
    timerSince: at,
    reported: { ...run.reported, [agent]: [...(run.reported[agent] ?? []), ...texts] },
    pause: run.pause === null ? null : { ...run.pause, clarified: [...new Set([...run.pause.clarified, agent])] },
  };
}

function opened(run: Run, { number, trigger, by, asked, summaries, dueAt }: CycleOpened, at: number): Run {
  if (number !== run.cycles.length + 1) throw new BrokenHistory(`run ${run.id}: cycle ${number} out of order`);
  const cycle: RunCycle = {
    ...{ number, trigger, by, asked, summaries, dueAt },
    openedAt: at,
    answers: [],
    late: [],
    decision: null,
    decidedAt: null,
  };
  return { ...run, cycles: [...run.cycles, cycle], reported: {} };
}

function answered(run: Run, { cycle, late, ...data }: CycleAnswered, at: number): Run {
  const answer: CycleAnswer = { ...data, at };
  const { reviewer, verdict } = answer;
  const changed = mapCycle(run, cycle, (each) =>
    late ? { ...each, late: [...each.late, answer] } : { ...each, answers: [...each.answers, answer] },
  );
  const issues = listedIssues(answer).map((issue) => ({ ...issue, cycle, reviewer, verdict }));
  const after = { ...changed, timerSince: at, issues: [...run.issues, ...issues] };
  // It approves nothing any more, but a blocker stops a run whenever it comes.
  return late && verdict === 'blocker' && run.status !== 'stopped' ? paused(after, 'blocker', cycle, at) : after;
}

/** What an objection says goes on the list, also where it names no single issue. */
function listedIssues({ verdict, summary, issues }: CycleAnswer): CycleAnswer['issues'] {
  if (verdict === 'approved' || issues.length > 0) return issues;
  return [{ severity: verdict === 'blocker' ? 'critical' : 'important', description: summary }];
}

const causeOf: Readonly<Partial<Record<CycleAction, PauseCause>>> = {
  stop_and_escalate: 'blocker',
  pause_and_clarify: 'concerns',
  wait_for_missing: 'missing_answer',
};

function decided(run: Run, { cycle, decision }: { cycle: number; decision: CycleDecision }, at: number): Run {
  const after = mapCycle(run, cycle, (each) => ({ ...each, decision, decidedAt: at }));
  if (run.pause?.cause === 'blocker') return after;
  const cause = causeOf[decision.action];
  if (cause !== undefined) return paused(after, cause, cycle, at);
  return { ...after, status: 'running', flagged: decision.action === 'log_and_continue', pause: null, timerSince: at };
}

/** A pause for a blocker ends by a person's override alone (EVT rule 1): nothing that comes later lifts or softens it. */
function paused(run: Run, cause: PauseCause, cycle: number, at: number): Run {
  if (run.pause?.cause === 'blocker') return run;
  return { ...run, status: 'paused', flagged: false, pause: { cause, cycle, since: at, clarified: [] } };
}

/** The other deadlines cause events of their own. */
function fired(run: Run, kind: string, at: number): Run {
  if (kind !== 'clarification_missing' || run.pause?.cause !== 'concerns') return run;
  return { ...run, pause: { ...run.pause, cause: 'unanswered', since: at } };
}

/** What a person overrides is not decided behind their back. */
function withoutOpenCycle(run: Run, at: number): Run {
  const last = run.cycles.at(-1);
  if (last?.decision !== null) return run;
  const decision: CycleDecision = { action: 'wait_for_missing', outcome: 'inconclusive', rules: [] };
  return mapCycle(run, last.number, (each) => ({ ...each, decision, decidedAt: at }));
}

function mapCycle(run: Run, number: number, map: (cycle: RunCycle) => RunCycle): Run {
  if (!run.cycles.some((each) => each.number === number))
    throw new BrokenHistory(`run ${run.id}: there is no cycle ${number}`);
  return { ...run, cycles: run.cycles.map((each) => (each.number === number ? map(each) : each)) };
}
