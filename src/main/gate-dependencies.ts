import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { systemClock } from '../adapters/clock/system-clock.js';
import { artifactFiles } from '../adapters/gate-files/artifact-files.js';
import { placeOfBlob } from '../adapters/storage/blobs/file-blobs.js';
import { tick } from '../application/deadlines/tick.js';
import type { GateDependencies } from '../application/gate/dependencies.js';
import type { Repository } from '../application/ports/repository.js';
import type { Store } from '../application/ports/store.js';
import { isRefusal } from '../domain/model/refusal.js';
import { callerOf } from './caller.js';
import { digest } from './digest.js';
import type { Local } from './local.js';
import { storeDirectory } from './store-directory.js';

/** What gates work with on this machine. */
export function gateDependencies({ start }: Local, store: Store, { top }: Repository): GateDependencies {
  const on = { store, clock: systemClock, digest };
  return {
    ...on,
    caller: callerOf(start),
    overdue: async () => (await tick(on)).fired,
    artifacts: artifactFiles(top ?? start.directory),
    placeOfBlob: async (of) => {
      const directory = await storeDirectory(start);
      return isRefusal(directory) ? of : placeOfBlob(join(directory, 'blobs'), of).file;
    },
    digestBytes: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  };
}
