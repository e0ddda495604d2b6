import { lastArtifact } from '../../domain/gate/evolve.js';
import type { Gate } from '../../domain/model/gate.js';
import { largestArtifact } from '../ports/gate-agents.js';
import type { GateDependencies } from './dependencies.js';
import { loadGate } from './record.js';

type Writing = Pick<GateDependencies, 'store' | 'artifacts' | 'digestBytes' | 'placeOfBlob'>;

/** Gates looked at: all there are. */
const every = 1_000_000;

/**
 * Puts the artifact of a gate into its file, once it counts: it was let through, or nobody had to (GATE). What stood there and came from
 * no gate is kept first. A warning of that, and where it could not be written; the gate stays as it was decided, and its standing says what
 * the file holds.
 */
export async function writeArtifact(on: Writing, gate: Gate): Promise<readonly string[]> {
  const { store, artifacts } = on;
  const counts = gate.status === 'go' || gate.status === 'ungated';
  const digest = lastArtifact(gate);
  if (!counts || gate.artifactPath === null || digest === null) return [];
  const bytes = await store.blobs.get(digest);
  if (bytes === undefined)
    return [`${gate.artifactPath} was not written: the store lost the artifact of gate ${gate.id}`];
  const stood = await keepWhatStands(on, gate.artifactPath, digest);
  if ('obstacle' in stood) return [`${gate.artifactPath} was not written: ${stood.obstacle}`];
  const warning = await artifacts.write(gate.artifactPath, bytes);
  if (warning !== undefined) return [warning];
  return stood.kept === undefined
    ? []
    : [`what stood in ${gate.artifactPath} came from no gate and was replaced; it is kept as ${stood.kept}`];
}

/** Where the content of the file is kept that somebody wrote by hand; undefined where there is none to lose. */
async function keepWhatStands(
  { store, artifacts, digestBytes, placeOfBlob }: Writing,
  path: string,
  next: string,
): Promise<{ readonly kept?: string } | { readonly obstacle: string }> {
  let standing: Uint8Array | undefined;
  try {
    standing = await artifacts.read(path);
  } catch (error) {
    return { obstacle: `what stands there cannot be kept: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (standing === undefined || standing.length === 0) return {};
  const digest = digestBytes(standing);
  if (digest === next || (await isOfGate(store, path, digest))) return {};
  // Of a longer file only the beginning was read.
  if (standing.length > largestArtifact)
    return { obstacle: `what stands there came from no gate and is too long to be kept; move it away` };
  return { kept: await placeOfBlob(await store.blobs.put(standing)) };
}

/** Whether a gate wrote exactly this content into this file: then it is in the store. */
async function isOfGate(store: Writing['store'], path: string, digest: string): Promise<boolean> {
  for (const { id, artifactPath } of await store.listGates({ status: ['go', 'ungated'], limit: every })) {
    if (artifactPath === path && lastArtifact((await loadGate(store, id)).gate) === digest) return true;
  }
  return false;
}
