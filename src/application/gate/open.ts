import type { GateOpened } from '../../domain/model/event.js';
import type { Gate } from '../../domain/model/gate.js';
import { atWork, foldGate, isAtWork } from '../../domain/gate/evolve.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Workflow, WorkflowTask } from '../ports/workflow.js';
import type { RunGateDependencies } from './dependencies.js';
import { loadGate, recordGate } from './record.js';
import { readStandards } from './standards.js';

const minute = 60_000;
/** Beside the time of two answers: until then a process that says nothing is believed to live. */
const spare = 5 * minute;

export interface GateAsk {
  /** Path from the top of the repository. */
  readonly workflow: string;
  readonly task: string;
}

/** A gate to work on, and what belongs to it and is not kept in the journal. */
export interface OpenedGate {
  readonly gate: Gate;
  readonly standards: { readonly file: string; readonly text: string } | null;
  readonly warnings: readonly string[];
}

/** Begins the gate of a task, or goes on with the one that a person gave more iterations. Nothing is recorded where anything is wrong. */
export async function openGate(on: RunGateDependencies, ask: GateAsk): Promise<OpenedGate | Refusal> {
  const found = await taskOf(on, ask);
  if (isRefusal(found)) return found;
  const { workflow, task } = found;
  const coder = task.enabled ? task.coder : task.agent;
  const reviewer = task.enabled ? task.reviewer : null;
  if (coder === null) throw new Error(`the task ${ask.task} was read without a coder`);
  for (const agent of [coder, ...(reviewer === null ? [] : [reviewer])]) {
    const unknown = on.agents.known(agent);
    if (unknown !== undefined) return unknown;
  }
  const standards = await readStandards(on.readFile, workflow.constitution);
  if (standards === null && workflow.constitution !== null)
    return refuse(
      'no_standards',
      `${workflow.constitution}, as the default branch accepted it, has no section with "Standards" in its heading`,
      'add one, commit it and merge it, or leave the key constitution out',
    );
  const noted = standards === null && reviewer !== null ? ['no Standards section in AGENTS.md or CLAUDE.md'] : [];
  const gate =
    (await resumed(on, ask, { artifact: task.artifact, reviewer })) ??
    (await opened(on, ask, { task, coder, reviewer, standards }));
  return isRefusal(gate) ? gate : { gate, standards, warnings: noted };
}

async function taskOf(
  on: RunGateDependencies,
  ask: GateAsk,
): Promise<{ readonly workflow: Workflow; readonly task: WorkflowTask } | Refusal> {
  const bytes = await on.readFile(ask.workflow);
  if (bytes === undefined)
    return refuse(
      'no_such_file',
      `the newest commit that the default branch accepted holds no ${ask.workflow}`,
      'commit it, and merge it first where you are on another branch: what judges must not change with what is judged',
    );
  const workflow = on.loadWorkflow(new TextDecoder().decode(bytes), ask.workflow, on.policy.gate);
  if (isRefusal(workflow)) return workflow;
  const task = Object.hasOwn(workflow.tasks, ask.task) ? workflow.tasks[ask.task] : undefined;
  if (task !== undefined) return { workflow, task };
  const known = Object.keys(workflow.tasks).join(', ');
  return refuse('unknown_task', `${ask.workflow} has no task "${ask.task}"`, `its tasks are ${known}`);
}

/** Rows looked at: all that are open, an old question counts as a new one. */
const every = 1_000_000;

/** The gate to go on with; undefined: a new one. What a person was asked about the task or its artifact stays asked, in whatever workflow. */
async function resumed(
  on: RunGateDependencies,
  { task, workflow }: GateAsk,
  of: { readonly artifact: string | null; readonly reviewer: string | null },
): Promise<Gate | Refusal | undefined> {
  const open = (await on.store.listGates({ status: [...atWork, 'waiting'], limit: every })).filter(
    (row) => row.task === task || (of.artifact !== null && row.artifactPath === of.artifact),
  );
  const working = open.find(isAtWork);
  if (working !== undefined)
    return refuse(
      'gate_at_work',
      `gate ${working.id} of the task ${working.task} is at work`,
      'wait for it; one whose process ended goes to a person when its time is over',
    );
  const waiting = open.find(({ status }) => status === 'waiting');
  if (waiting !== undefined) return waits((await loadGate(on.store, waiting.id)).gate);
  const [row] = await on.store.listGates({ task, limit: 1 });
  if (row?.status !== 'ready' || row.workflow !== workflow || row.reviewer !== of.reviewer) return undefined;
  const { gate } = await loadGate(on.store, row.id);
  const leaseUntil = leaseFrom(on, gate.terms.timeoutMs);
  const actor = await on.caller.claimed();
  return recordGate(on, gate.id, actor, (state) =>
    state.status === 'ready' ? [{ type: 'gate_resumed', data: { leaseUntil } }] : [],
  );
}

function waits({ id, task, why }: Gate): Refusal {
  return refuse(
    'gate_waits',
    `gate ${id} of the task ${task} waits for a person: ${why ?? ''}`,
    `decide with \`countersign gate decide ${id}\``,
  );
}

async function opened(
  on: RunGateDependencies,
  ask: GateAsk,
  of: {
    readonly task: WorkflowTask;
    readonly coder: string;
    readonly reviewer: string | null;
    readonly standards: { readonly file: string; readonly text: string } | null;
  },
): Promise<Gate> {
  const { task, coder, reviewer, standards } = of;
  const timeoutMs = on.policy.defaultTimeoutMinutes * minute;
  const data: GateOpened = {
    task: ask.task,
    workflow: ask.workflow,
    description: task.description,
    ...{ coder, reviewer },
    terms: {
      maxIterations: task.maxIterations,
      exitConditions: task.exitConditions,
      acceptanceCriteria: task.acceptanceCriteria,
      timeoutMs,
    },
    standards: standards === null ? null : { file: standards.file, digest: on.digest(standards.text) },
    artifactPath: task.artifact,
    notifications: on.policy.notifications,
    leaseUntil: leaseFrom(on, timeoutMs),
  };
  const id = on.newId();
  const events = [{ type: 'gate_opened', data }] as const;
  const actor = await on.caller.claimed();
  const appended = await on.store.append({
    stream: `gate/${id}`,
    expectedVersion: 0,
    actor,
    at: on.clock.now(),
    events,
  });
  const gate = appended.outcome === 'appended' ? foldGate(appended.events) : undefined;
  if (gate === undefined) throw new Error(`the new id ${id} of a gate was taken`);
  return gate;
}

/** Epoch milliseconds until which a process that works on a gate may be silent. */
export function leaseFrom({ clock }: Pick<RunGateDependencies, 'clock'>, timeoutMs: number): number {
  return clock.now() + timeoutMs + spare;
}
