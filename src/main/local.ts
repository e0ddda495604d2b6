import type { Store } from '../application/ports/store.js';
import type { SpooledAsk } from '../application/spool/asks.js';
import type { Refusal } from '../domain/model/refusal.js';
import type { Start } from './store-directory.js';

/** The same store, watched for whether anything was recorded. */
export type Watch = (store: Store) => Store;

/** Calls; where the store fails and nothing was recorded yet, what was asked is kept in the spool. */
export type OrKeep = <T>(
  asked: SpooledAsk,
  from: { readonly context: string | undefined },
  call: (watch: Watch) => Promise<T | Refusal>,
) => Promise<T | Refusal>;

/**
 * `look`: for somebody who asks, and for whom what fell due is recorded first; on a full disk the answer is what stands there.
 * `care`: for looking after the store as it is, without recording first what waits in the spool.
 */
export type StoreMode = 'read' | 'write' | 'look' | 'care';

export type WithStore = <T>(mode: StoreMode, use: (store: Store) => Promise<T | Refusal>) => Promise<T | Refusal>;

export interface Local {
  readonly start: Start;
  readonly withStore: WithStore;
  readonly orKeep: OrKeep;
}
