import { join } from 'node:path';
import { systemClock } from '../adapters/clock/system-clock.js';
import { revertHistory } from '../adapters/git/reverts.js';
import type { Store } from '../application/ports/store.js';
import { scanReverts, type TracedRevert } from '../application/reverts/scan.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import type { Local } from './local.js';
import { storeDirectory, type Start } from './store-directory.js';

/** Reverts on the default branch of this clone, since it was looked at last. */
export function scanned(
  { directory, env }: Pick<Start, 'directory' | 'env'>,
  store: Store,
  home: string,
): Promise<readonly TracedRevert[]> {
  const history = revertHistory({ directory, marker: join(home, 'reverts-read') }, { env });
  return scanReverts({ store, clock: systemClock }, history);
}

export async function scanOutcomes({ start, withStore }: Local): Promise<readonly TracedRevert[] | Refusal> {
  const home = await storeDirectory(start);
  if (isRefusal(home)) return home;
  return withStore('write', (store) => scanned(start, store, home));
}
