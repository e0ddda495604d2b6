import { logDocument, type GateLogDocument } from '../../domain/gate/log.js';
import type { Gate } from '../../domain/model/gate.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { GateDependencies } from './dependencies.js';
import { findGateRow, loadGate } from './record.js';

/**
 * How the artifact of a gate stands: `go` is said only of exactly the content that was locked. `changed`: the file holds
 * something else now; `missing`: it is gone.
 */
export type GateStanding = Gate['status'] | 'changed' | 'missing';

export interface GateView {
  readonly gate: Gate;
  readonly standing: GateStanding;
}

/** One gate, by its id or its task, and whether its artifact still is what was let through (SPEC 2, rule 3). */
export async function showGate(on: GateDependencies, id: string): Promise<GateView | Refusal> {
  await on.overdue();
  const row = await findGateRow(on.store, id);
  if (isRefusal(row)) return row;
  const { gate } = await loadGate(on.store, row.id);
  return viewOf(on, gate);
}

export async function viewOf(on: Pick<GateDependencies, 'artifacts' | 'digestBytes'>, gate: Gate): Promise<GateView> {
  const { status, locked, artifactPath } = gate;
  if (status !== 'go' || artifactPath === null) return { gate, standing: status };
  const bytes = await on.artifacts.read(artifactPath);
  if (bytes === undefined) return { gate, standing: 'missing' };
  return { gate, standing: on.digestBytes(bytes) === locked ? 'go' : 'changed' };
}

/** The log of a gate as one document (GATE, review log), from the journal. */
export async function exportGate(on: GateDependencies, id: string): Promise<GateLogDocument | Refusal> {
  const view = await showGate(on, id);
  return isRefusal(view) ? view : logDocument(view.gate);
}
