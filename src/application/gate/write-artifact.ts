import { lastArtifact } from '../../domain/gate/evolve.js';
import type { Gate } from '../../domain/model/gate.js';
import { isRefusal } from '../../domain/model/refusal.js';
import type { GateDependencies } from './dependencies.js';
import { lookAtFile } from './edited-file.js';
import { recordGate } from './record.js';

type Writing = Pick<GateDependencies, 'store' | 'clock' | 'artifacts' | 'digestBytes' | 'placeOfBlob'>;

/** A gate after its artifact was written, with a warning of what went wrong or was replaced. */
export interface Written {
  readonly gate: Gate;
  readonly warnings: readonly string[];
}

/**
 * Puts the artifact of a gate into its file, once it counts: it was let through, or nobody had to (GATE). What stood there and came from
 * no gate is kept and on record first. A warning of that, and where it could not be written; the gate stays as it was decided, and its
 * standing says what the file holds.
 */
export async function writeArtifact(on: Writing, gate: Gate): Promise<Written> {
  const { store, artifacts } = on;
  const { artifactPath: path } = gate;
  const counts = gate.status === 'go' || gate.status === 'ungated';
  const digest = lastArtifact(gate);
  if (!counts || path === null || digest === null) return { gate, warnings: [] };
  const failed = (why: string): Written => ({ gate, warnings: [`${path} was not written: ${why}`] });
  const bytes = await store.blobs.get(digest);
  if (bytes === undefined) return failed(`the store lost the artifact of gate ${gate.id}`);
  const kept = await keepEdit(on, gate, path, digest);
  if ('obstacle' in kept) return failed(kept.obstacle);
  const warning = await artifacts.write(path, bytes);
  return { gate: kept.gate, warnings: [...kept.warnings, ...(warning === undefined ? [] : [warning])] };
}

/** Keeps what somebody wrote into the file by hand, and names it in the journal of the gate that takes its place. */
async function keepEdit(
  on: Writing,
  gate: Gate,
  path: string,
  next: string,
): Promise<Written | { readonly obstacle: string }> {
  const file = await lookAtFile(on, path);
  if (file.kind === 'unreadable') return { obstacle: `what stands there cannot be kept: ${file.why}` };
  if (file.kind === 'too_long')
    return { obstacle: 'what stands there came from no gate and is too long to be kept; move it away' };
  if (file.kind !== 'edited' || file.digest === next) return { gate, warnings: [] };
  const digest = await on.store.blobs.put(file.content);
  const recorded = await recordGate(on, gate.id, 'countersign', () => [{ type: 'gate_edit_kept', data: { digest } }]);
  if (isRefusal(recorded)) return { obstacle: recorded.message };
  const place = await on.placeOfBlob(digest);
  return {
    gate: recorded,
    warnings: [`what stood in ${path} came from no gate, and the artifact takes its place; it is kept as ${place}`],
  };
}
