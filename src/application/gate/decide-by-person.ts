import { lastArtifact } from '../../domain/gate/evolve.js';
import type { GatePersonDecided } from '../../domain/model/gate-event.js';
import type { Gate } from '../../domain/model/gate.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { personOf } from '../person-of.js';
import type { GateDependencies } from './dependencies.js';
import { type GateView, viewOf } from './look.js';
import { writeArtifact } from './write-artifact.js';
import { refusedOnStream } from '../commands/refused-attempt.js';
import { findGateRow, recordGate } from './record.js';

export interface DecideGate {
  /** Id or task. */
  readonly gate: string;
  readonly note: string;
  readonly outcome: GatePersonDecided['outcome'];
  /** Of `more`. */
  readonly iterations?: number;
}

export interface WarnedGateView extends GateView {
  /** What could not be done with the artifact. */
  readonly warnings: readonly string[];
}

/** A person's word on a gate that waits for one: it counts as it is, it does not, or the loop goes on (GATE, HIL). */
export async function decideGate(on: GateDependencies, ask: DecideGate): Promise<WarnedGateView | Refusal> {
  await on.overdue();
  const note = ask.note.trim();
  if (note === '') return refuse('reason_missing', 'a person decides with a note', 'add `--note "why"`');
  const row = await findGateRow(on.store, ask.gate);
  if (isRefusal(row)) return row;
  const { who, actor } = await personOf(on, on.caller);
  if (isRefusal(who)) return refusedOnStream(on, `gate/${row.id}`, who, { verb: 'decide', actor });
  const { iterations } = ask;
  const data = { outcome: ask.outcome, person: who.name, note, ...(iterations === undefined ? {} : { iterations }) };
  const decided = await recordGate(on, row.id, who.name, (state) => {
    const obstacle = undecidable(state, data);
    return obstacle ?? [{ type: 'gate_person_decided', data }];
  });
  if (isRefusal(decided)) return decided;
  const { gate, warnings } = await writeArtifact(on, decided);
  return { ...(await viewOf(on, gate)), warnings };
}

function undecidable(gate: Gate, { outcome, person }: GatePersonDecided): Refusal | undefined {
  if (gate.status !== 'waiting')
    return refuse(
      'not_waiting',
      `gate ${gate.id} does not wait for a person: ${gate.status}`,
      'see `countersign inbox`',
    );
  if (person === gate.coder)
    return refuse('own_work', `${person} made the artifact of gate ${gate.id}`, 'ask another person');
  if (outcome === 'go' && lastArtifact(gate) === null)
    return refuse('nothing_to_review', `gate ${gate.id} has no artifact`, 'let the loop go on, or end it');
  return undefined;
}
