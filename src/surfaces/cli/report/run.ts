import type { MemberView, RunView } from '../../../application/run/view.js';
import type { CycleAnswer, Run, RunCycle } from '../../../domain/model/run.js';
import type { Context } from '../context.js';
import { counted, hanging } from '../text/layout.js';
import { paintFor, type Paint } from '../text/paint.js';
import { printable } from '../text/printable.js';
import { iso } from '../text/time.js';

const issuesAtMost = 10;

/** A run for a person: its state first, then what led to it, then what to do. */
export function runLines({ run, missing, next }: RunView, context: Context): string[] {
  const { columns } = context.terminal;
  const paint = paintFor(context.terminal);
  const last = run.cycles.at(-1);
  return [
    `Run ${run.id}  ${stateWords(run, paint)}`,
    ...hanging('Title    ', run.title, columns),
    ...hanging('Agents   ', run.agents.join(', '), columns),
    ...(last === undefined ? ['Cycle    none yet'] : cycleLines(last, missing, columns)),
    ...issueLines(run, columns),
    ...(next === null ? [] : [`Next     ${nextWords[next.kind] ?? next.kind} at ${iso(next.dueAt)}`]),
    ...whatToDo(run),
  ];
}

const nextWords: Readonly<Record<string, string>> = {
  agents_silent: 'all agents are asked, if none says anything,',
  answers_missing: 'who has not answered is missing',
  clarification_missing: 'a person is asked',
};

function stateWords({ status, flagged, pause, issues }: Run, paint: Paint): string {
  if (status === 'paused') return paint.outcome.paused(`PAUSED: ${causeWords[pause?.cause ?? 'blocker']}`);
  if (status === 'stopped') return 'stopped';
  if (flagged) return paint.outcome.flagged(`RUNNING, flagged (${counted(issues.length, 'issue')} on the list)`);
  return paint.outcome.approved('RUNNING');
}

const causeWords = {
  blocker: 'a blocker waits for a person',
  concerns: 'the agents are to clear up their concerns',
  missing_answer: 'not everybody answered, so nothing is approved',
  unanswered: 'the agents have not cleared up their concerns in time',
} as const;

function cycleLines(cycle: RunCycle, missing: readonly string[], columns: number): string[] {
  const { number, trigger, by, answers, late, decision } = cycle;
  const head = `${number}, ${trigger.replaceAll('_', ' ')} by ${by}`;
  const open = decision?.rules.filter(({ result }) => result !== 'satisfied') ?? [];
  return [
    ...hanging('Cycle    ', decision === null ? `${head}: waits for ${missing.join(', ')}` : head, columns),
    ...answers.flatMap((answer) => answerLines(answer, columns)),
    ...late.flatMap((answer) => answerLines(answer, columns, ', too late')),
    ...(decision === null ? [] : [`  => ${decision.action.replaceAll('_', ' ')}`]),
    ...open.flatMap(({ id, reason }) => hanging('     ', `${id}: ${reason}`, columns)),
  ];
}

function answerLines({ reviewer, verdict, summary }: CycleAnswer, columns: number, more = ''): string[] {
  return hanging('  ', `${reviewer} (${verdict}${more}): ${summary}`, columns);
}

function issueLines({ issues }: Run, columns: number): string[] {
  if (issues.length === 0) return [];
  const shown = issues.slice(-issuesAtMost);
  const more = issues.length > shown.length ? ` (the latest ${shown.length})` : '';
  return [
    `Issues   ${issues.length}${more}`,
    ...shown.flatMap(({ severity, file, description, reviewer, cycle }) =>
      hanging(
        `  ${severity}  `,
        `${file === undefined ? '' : `${file}: `}${description} (${reviewer}, cycle ${cycle})`,
        columns,
      ),
    ),
  ];
}

function whatToDo({ id, status, pause }: Run): string[] {
  if (status !== 'paused' || pause?.cause === 'concerns') return [];
  return ['', `Next: countersign run resume ${id} --note "why"    (needs the token of a person)`];
}

/** What an agent owes, or that it owes nothing. */
export function memberLines(view: MemberView, context: Context): string[] {
  const { columns } = context.terminal;
  const { request, clarification, run, agent, status, cause } = view;
  const line = `${printable(agent)} in run ${run}: ${status}${cause === null ? '' : `, ${cause.replaceAll('_', ' ')}`}`;
  const head = [line, ...decidedLines(view, columns)];
  if (request !== null)
    return [
      ...head,
      ...hanging('Asked    ', `to look at the work of ${request.targets.join(', ')} (cycle ${request.cycle})`, columns),
      ...Object.entries(request.context).flatMap(([name, summary]) => hanging('  ', `${name}: ${summary}`, columns)),
      ...hanging('Focus    ', request.focus_areas.join(', '), columns),
      `Until    ${iso(request.dueAt)}`,
      '',
      `Next: countersign run respond --verdict approved|concerns|blocker --summary "at most ${request.max_words} words"`,
    ];
  if (clarification === null) return head;
  return [
    ...head,
    ...hanging('Clarify  ', clarification.prompt, columns),
    ...clarification.concerns.flatMap(({ reviewer, summary }) => hanging('  ', `${reviewer}: ${summary}`, columns)),
    '',
    'Next: countersign run event --type request_review --summary "how it is settled"',
  ];
}

/** How the latest cycle ended, once it has. */
function decidedLines({ cycle, decision }: MemberView, columns: number): string[] {
  if (decision === null) return [];
  const why = decision.open.length === 0 ? '' : ` (${decision.open.join('; ')})`;
  return hanging('Decided  ', `cycle ${cycle ?? 0}: ${decision.action.replaceAll('_', ' ')}${why}`, columns);
}
