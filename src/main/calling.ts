import { randomBytes } from 'node:crypto';
import { systemClock } from '../adapters/clock/system-clock.js';
import { openRepository } from '../adapters/git/open-repository.js';
import { callNext, type AskDependencies, type Called } from '../application/peer/call/call.js';
import type { Store } from '../application/ports/store.js';
import { isRefusal } from '../domain/model/refusal.js';
import { agentConfiguration, agentPanel } from './agents-asked.js';
import { digest } from './digest.js';
import { withScratch } from './scratch.js';
import type { Start } from './store-directory.js';

/** Calls whoever is next for a seat that nobody claimed; `tell` hears what is being done. Throws, in words for the log. */
export async function callFor(
  start: Start,
  store: Store,
  { id, tell }: { readonly id: string; readonly tell: (line: string) => void },
  signal: AbortSignal,
): Promise<Called> {
  const on = await calling(start, store);
  return withScratch(() => callNext(on, id, tell, signal));
}

async function calling(start: Start, store: Store): Promise<AskDependencies> {
  const repository = await openRepository(start.directory, { env: start.env });
  if (isRefusal(repository)) throw new Error(`no agent can be called from here: ${repository.message}`);
  const configuration = await agentConfiguration(start, repository);
  if (isRefusal(configuration)) throw new Error(`no agent can be called: ${configuration.message}`);
  const storeEvidence = (bytes: Uint8Array) => store.blobs.put(bytes);
  return {
    store,
    clock: systemClock,
    digest,
    newNonce: () => randomBytes(16).toString('hex'),
    content: (change) => repository.freeze({ kind: 'recorded', change }),
    reviewer: agentPanel({ start, repository, configuration, storeEvidence }),
  };
}
