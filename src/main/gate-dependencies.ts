import { createHash } from 'node:crypto';
import { systemClock } from '../adapters/clock/system-clock.js';
import { artifactFiles } from '../adapters/gate-files/artifact-files.js';
import { tick } from '../application/deadlines/tick.js';
import type { GateDependencies } from '../application/gate/dependencies.js';
import type { Repository } from '../application/ports/repository.js';
import type { Store } from '../application/ports/store.js';
import { callerOf } from './caller.js';
import { digest } from './digest.js';
import type { Local } from './local.js';

/** What gates work with on this machine. */
export function gateDependencies({ start }: Local, store: Store, { top }: Repository): GateDependencies {
  const on = { store, clock: systemClock, digest };
  return {
    ...on,
    caller: callerOf(start),
    overdue: async () => (await tick(on)).fired,
    artifacts: artifactFiles(top ?? start.directory),
    digestBytes: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  };
}
