import { lastArtifact } from '../../domain/gate/evolve.js';
import { largestArtifact } from '../ports/gate-agents.js';
import type { Store } from '../ports/store.js';
import type { GateDependencies } from './dependencies.js';
import { loadGate } from './record.js';

/** What stands in the file of an artifact. `edited`: somebody wrote it beside the gates; of `too_long` only the beginning was read. */
export type FileOfArtifact =
  | { readonly kind: 'nothing' | 'of_gate' | 'too_long' }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'edited'; readonly content: Uint8Array; readonly digest: string };

type Looking = Pick<GateDependencies, 'store' | 'artifacts' | 'digestBytes'>;

/** Gates looked at: all there are. */
const every = 1_000_000;

/** Whether what stands at `path` came from a gate, and what it is where it did not. */
export async function lookAtFile({ store, artifacts, digestBytes }: Looking, path: string): Promise<FileOfArtifact> {
  let content: Uint8Array | undefined;
  try {
    content = await artifacts.read(path);
  } catch (error) {
    return { kind: 'unreadable', why: error instanceof Error ? error.message : String(error) };
  }
  if (content === undefined || content.length === 0) return { kind: 'nothing' };
  const digest = digestBytes(content);
  if (await isOfGate(store, path, digest)) return { kind: 'of_gate' };
  return content.length > largestArtifact ? { kind: 'too_long' } : { kind: 'edited', content, digest };
}

/** Whether a gate wrote exactly this content into this file: then it is in the store. */
async function isOfGate(store: Store, path: string, digest: string): Promise<boolean> {
  for (const { id, artifactPath } of await store.listGates({ status: ['go', 'ungated'], limit: every })) {
    if (artifactPath === path && lastArtifact((await loadGate(store, id)).gate) === digest) return true;
  }
  return false;
}
