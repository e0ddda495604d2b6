import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { stopped } from '../../domain/run/report.js';
import type { RunDependencies } from './dependencies.js';
import { personFor } from './members.js';
import { findRunRow, recordRun } from './record.js';
import { runView, type RunView } from './view.js';

/** A person's override of a pause (EVT rule 1). What was objected to stays on the list of issues. */
export async function resumeRun(
  on: RunDependencies,
  ask: { readonly run: string; readonly note: string },
): Promise<RunView | Refusal> {
  const note = ask.note.trim();
  if (note === '') return refuse('reason_missing', 'a person overrides with a note', 'add `--note "why"`');
  return asPerson(on, ask.run, 'resume', (run, person) => {
    if (run.status === 'stopped') return stopped(run);
    if (run.status !== 'paused')
      return refuse('run_not_paused', `run ${run.id} is not paused`, 'there is nothing to override');
    return [{ type: 'run_resumed', data: { person, note } }];
  });
}

/** Ends a run. */
export async function stopRun(
  on: RunDependencies,
  ask: { readonly run: string; readonly reason: string },
): Promise<RunView | Refusal> {
  const reason = ask.reason.trim();
  if (reason === '') return refuse('reason_missing', 'a run is stopped with a reason', 'add `--reason "why"`');
  return asPerson(on, ask.run, 'stop', (run, person) =>
    run.status === 'stopped' ? stopped(run) : [{ type: 'run_stopped', data: { by: person, reason } }],
  );
}

type Decide = (
  run: Parameters<Parameters<typeof recordRun>[3]>[0],
  person: string,
) => ReturnType<Parameters<typeof recordRun>[3]>;

async function asPerson(on: RunDependencies, id: string, verb: string, decide: Decide): Promise<RunView | Refusal> {
  await on.overdue();
  const row = await findRunRow(on.store, id);
  if (isRefusal(row)) return row;
  const person = await personFor(on, row.id, verb);
  if (isRefusal(person)) return person;
  const run = await recordRun(on, row.id, person.name, (state) => decide(state, person.name));
  return isRefusal(run) ? run : runView(run, person);
}
