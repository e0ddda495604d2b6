import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { identify } from '../identify.js';
import type { RunRow } from '../ports/runs.js';
import type { RunDependencies } from './dependencies.js';
import { findRunRow, loadRun } from './record.js';
import { memberView, type MemberView, runView, type RunView } from './view.js';

const mostRuns = 200;

/** One run; an agent sees its own part of its own run. */
export async function showRun(on: RunDependencies, id: string): Promise<RunView | Refusal> {
  await on.overdue();
  const who = await identify(on, on.caller);
  if (isRefusal(who)) return who;
  const row = await findRunRow(on.store, id);
  if (isRefusal(row)) return row;
  if (who?.kind === 'agent' && !row.agents.includes(who.name))
    return refuse('not_in_run', `${who.name} is no part of run ${row.id}`, 'an agent sees only its own runs');
  const { run } = await loadRun(on.store, row.id);
  return runView(run, who);
}

/** Runs, the latest first; to an agent its own. */
export async function listRuns(
  on: RunDependencies,
  ask: { readonly open?: boolean; readonly limit?: number },
): Promise<readonly RunRow[] | Refusal> {
  await on.overdue();
  const who = await identify(on, on.caller);
  if (isRefusal(who)) return who;
  const limit = Math.min(ask.limit ?? 50, mostRuns);
  return on.store.listRuns({
    limit,
    ...(ask.open === undefined ? {} : { open: ask.open }),
    ...(who?.kind === 'agent' ? { agent: who.name } : {}),
  });
}

/** The open runs of the agent that calls, with what it owes in each; none for others. */
export async function ownRuns(on: RunDependencies): Promise<readonly MemberView[] | Refusal> {
  const who = await identify(on, on.caller);
  if (isRefusal(who)) return who;
  if (who?.kind !== 'agent') return [];
  const views: MemberView[] = [];
  for (const { id } of await on.store.listRuns({ open: true, agent: who.name, limit: mostRuns }))
    views.push(memberView((await loadRun(on.store, id)).run, who.name));
  return views;
}
