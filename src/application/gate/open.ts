import type { GateOpened } from '../../domain/model/gate-event.js';
import type { Gate } from '../../domain/model/gate.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Workflow, WorkflowTask } from '../ports/workflow.js';
import { beginGate } from './begin.js';
import type { RunGateDependencies } from './dependencies.js';
import { leaseFrom } from './lease.js';
import { readStandards } from './standards.js';

const minute = 60_000;

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
  const gate = await beginGate(on, asked(on, ask, { task, coder, reviewer, standards }));
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

function asked(
  on: RunGateDependencies,
  ask: GateAsk,
  of: Pick<OpenedGate, 'standards'> & {
    readonly task: WorkflowTask;
    readonly coder: string;
    readonly reviewer: string | null;
  },
): GateOpened {
  const { task, coder, reviewer, standards } = of;
  const timeoutMs = on.policy.defaultTimeoutMinutes * minute;
  return {
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
}
