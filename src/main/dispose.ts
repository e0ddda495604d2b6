import { systemClock } from '../adapters/clock/system-clock.js';
import { userName } from '../adapters/git/user-name.js';
import type { DisposeRequest } from '../application/application.js';
import { dispose as record } from '../application/commands/dispose.js';
import type { FindingRow, Store } from '../application/ports/store.js';
import type { Refusal } from '../domain/model/refusal.js';
import type { Start } from './store-directory.js';

export async function dispose(start: Start, store: Store, request: DisposeRequest): Promise<FindingRow | Refusal> {
  const actor = request.actor ?? (await userName(start.directory, start.env));
  return record(store, systemClock, { ...request, actor });
}
