import type { Store } from '../application/ports/store.js';
import { isRefusal } from '../domain/model/refusal.js';
import { storeDirectory, type Start } from './store-directory.js';

/** What looks for reverts is loaded only where a change would pass unreviewed; how many reviews it found them for. */
export async function traceReverts(start: Start, store: Store): Promise<number> {
  const [{ scanned }, home] = await Promise.all([import('./reverts.js'), storeDirectory(start)]);
  return isRefusal(home) ? 0 : (await scanned(start, store, home)).length;
}
