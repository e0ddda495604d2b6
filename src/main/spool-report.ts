import { FileSpool } from '../adapters/spool/file-spool.js';
import { spoolPlaces } from '../adapters/spool/places.js';
import { hasStore, openStore } from '../adapters/storage/open-store.js';
import type { Check, SpoolReport } from '../application/application.js';
import type { Receipt } from '../application/ports/receipts.js';
import { StoreUnavailable } from '../application/ports/store.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import type { Start } from './store-directory.js';

/** What waits, and what became of what waited; the second is left out where the store does not answer. */
export async function spoolReport(
  start: Start,
  directory: string | Refusal,
  { limit }: { readonly limit: number },
): Promise<SpoolReport | Refusal> {
  if (isRefusal(directory)) return directory;
  const status = await new FileSpool({ places: spoolPlaces(directory, start.env) }).status();
  return { ...status, settled: await settled(directory, limit) };
}

async function settled(directory: string, limit: number): Promise<readonly Receipt[]> {
  try {
    if (!(await hasStore(directory))) return [];
    const store = await openStore({ directory, create: false });
    try {
      return await store.receipts.list(limit);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof StoreUnavailable) return [];
    throw error;
  }
}

/** Whether anything waits or was set aside. */
export async function spoolCheck(start: Start, directory: string): Promise<Check> {
  const name = 'spool';
  const status = await new FileSpool({ places: spoolPlaces(directory, start.env) }).status();
  const { waiting, oldest, unreadable, setAside } = status;
  if (waiting + unreadable > 0) {
    const since = oldest === null ? '' : ` since ${new Date(oldest).toISOString()}`;
    const torn = unreadable === 0 ? '' : `, ${unreadable} unreadable`;
    const remedy = 'The next command that can write to the store records it; see `countersign spool`.';
    return { name, state: 'warning', detail: `${waiting} waiting for the store${since}${torn}`, remedy };
  }
  if (setAside.length === 0) return { name, state: 'ok', detail: 'nothing waits' };
  const remedy = 'Look at each, hand in again what counts, then remove it.';
  return { name, state: 'warning', detail: `nobody could use a part of ${setAside.join(', ')}`, remedy };
}
