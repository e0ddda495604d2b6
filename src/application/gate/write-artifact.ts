import { lastArtifact } from '../../domain/gate/evolve.js';
import type { Gate } from '../../domain/model/gate.js';
import type { GateDependencies } from './dependencies.js';

/**
 * Puts the artifact of a gate into its file, once it counts: it was let through, or nobody had to (GATE). A warning where it could not
 * be; the gate stays as it was decided, and its standing says what the file holds.
 */
export async function writeArtifact(
  { store, artifacts }: Pick<GateDependencies, 'store' | 'artifacts'>,
  gate: Gate,
): Promise<readonly string[]> {
  const counts = gate.status === 'go' || gate.status === 'ungated';
  const digest = lastArtifact(gate);
  if (!counts || gate.artifactPath === null || digest === null) return [];
  const bytes = await store.blobs.get(digest);
  if (bytes === undefined)
    return [`${gate.artifactPath} was not written: the store lost the artifact of gate ${gate.id}`];
  const warning = await artifacts.write(gate.artifactPath, bytes);
  return warning === undefined ? [] : [warning];
}
