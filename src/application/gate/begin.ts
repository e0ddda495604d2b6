import { evolveGate, isAtWork, openStatuses } from '../../domain/gate/evolve.js';
import type { GateEvent } from '../../domain/model/event.js';
import type { GateOpened } from '../../domain/model/gate-event.js';
import type { Gate } from '../../domain/model/gate.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import type { RunGateDependencies } from './dependencies.js';
import { leaseFrom } from './lease.js';
import { loadGate } from './record.js';

/** Lost races after which a task is called busy. */
const attempts = 20;
/** Rows looked at: all that are open, an old question counts as a new one. */
const every = 1_000_000;

/** What makes a process the only one that works on a gate, and the state before. */
interface Beginning {
  readonly id: string;
  readonly before: Gate | undefined;
  readonly version: number;
  readonly event: GateEvent;
}

/**
 * Makes this process the only one that works on the task: with a new gate, or the one that a person gave more iterations. The store lets
 * one of several processes begin; the others look again, and see that it did.
 */
export async function beginGate(on: RunGateDependencies, asked: GateOpened): Promise<Gate | Refusal> {
  const actor = await on.caller.claimed();
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const obstacle = await obstacleTo(on, asked);
    if (obstacle !== undefined) return obstacle;
    const { id, before, version, event } = await beginningOf(on, asked);
    const stream = `gate/${id}` as const;
    const append = { stream, expectedVersion: version, actor, at: on.clock.now(), events: [event] };
    const appended = await on.store.append(append);
    const [recorded] = appended.outcome === 'appended' ? appended.events : [];
    if (recorded !== undefined) return evolveGate(before, recorded);
  }
  return refuse('busy', `gates of the task ${asked.task} are being changed by others`, 'try again');
}

/** What a person was asked about the task or its artifact stays asked, in whatever workflow. */
async function obstacleTo(
  { store }: RunGateDependencies,
  { task, artifactPath }: GateOpened,
): Promise<Refusal | undefined> {
  const open = (await store.listGates({ status: openStatuses, limit: every })).filter(
    (row) => row.task === task || (artifactPath !== null && row.artifactPath === artifactPath),
  );
  const working = open.find(isAtWork);
  if (working !== undefined)
    return refuse(
      'gate_at_work',
      `gate ${working.id} of the task ${working.task} is at work`,
      'wait for it; one whose process ended goes to a person when its time is over',
    );
  const waiting = open.find(({ status }) => status === 'waiting');
  return waiting === undefined ? undefined : waits((await loadGate(store, waiting.id)).gate);
}

function waits({ id, task, why }: Gate): Refusal {
  return refuse(
    'gate_waits',
    `gate ${id} of the task ${task} waits for a person: ${why ?? ''}`,
    `decide with \`countersign gate decide ${id}\``,
  );
}

async function beginningOf(on: RunGateDependencies, asked: GateOpened): Promise<Beginning> {
  const { task, workflow, reviewer } = asked;
  const [row] = await on.store.listGates({ task, limit: 1 });
  const goesOn = row?.status === 'ready' && row.workflow === workflow && row.reviewer === reviewer;
  const { gate, version } = goesOn ? await loadGate(on.store, row.id) : { gate: undefined, version: 0 };
  if (gate?.status !== 'ready')
    return { id: on.newId(), before: undefined, version: 0, event: { type: 'gate_opened', data: asked } };
  const leaseUntil = leaseFrom(on, gate.terms.timeoutMs);
  return { id: gate.id, before: gate, version, event: { type: 'gate_resumed', data: { leaseUntil } } };
}
