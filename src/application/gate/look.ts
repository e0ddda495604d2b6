import { logDocument, type GateLogDocument } from '../../domain/gate/log.js';
import type { Gate } from '../../domain/model/gate.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { GateDependencies } from './dependencies.js';
import type { GateRow } from '../ports/gates.js';
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

export interface ListedGate extends GateRow {
  readonly standing: GateStanding;
}

type Looking = Pick<GateDependencies, 'artifacts' | 'digestBytes'>;
type StandsBy = Pick<Gate, 'status' | 'locked' | 'artifactPath'>;

/** One gate, by its id or its task, and whether its artifact still is what was let through (SPEC 2, rule 3). */
export async function showGate(on: GateDependencies, id: string): Promise<GateView | Refusal> {
  await on.overdue();
  const row = await findGateRow(on.store, id);
  if (isRefusal(row)) return row;
  const { gate } = await loadGate(on.store, row.id);
  return viewOf(on, gate);
}

export async function viewOf(on: Looking, gate: Gate): Promise<GateView> {
  return { gate, standing: await standingOf(on, gate) };
}

/** The rows of a list, each as it stands now: its status alone says GO of whatever the file holds by now. */
export function listStanding(on: Looking, rows: readonly GateRow[]): Promise<readonly ListedGate[]> {
  return Promise.all(rows.map(async (row) => ({ ...row, standing: await standingOf(on, row) })));
}

async function standingOf(on: Looking, { status, locked, artifactPath }: StandsBy): Promise<GateStanding> {
  if (status !== 'go' || artifactPath === null) return status;
  const bytes = await on.artifacts.read(artifactPath);
  if (bytes === undefined) return 'missing';
  return on.digestBytes(bytes) === locked ? 'go' : 'changed';
}

/** The log of a gate as one document (GATE, review log): from the journal, and what the file of the artifact holds now. */
export async function exportGate(on: GateDependencies, id: string): Promise<GateLogDocument | Refusal> {
  const view = await showGate(on, id);
  if (isRefusal(view)) return view;
  const { gate, standing } = view;
  return logDocument(gate, standing === 'go' || standing === 'changed' || standing === 'missing' ? standing : null);
}
