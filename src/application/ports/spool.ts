import type { SealedEntry } from '../../domain/model/spool.js';

/** What the store could not take, on disk until it does (SPEC 5.8). Append-only; any number of processes at once. */
export interface Spool {
  /** On disk when it returns. Throws `SpoolUnavailable`. */
  keep(entry: SealedEntry): Promise<void>;
  /** Whether there may be something to take. Cheap enough to ask at every call. */
  waits(): boolean;
  /**
   * What waits, in the order in which it was handed in. It waits until `done`, so that whoever dies in between, or takes
   * it at the same time, does it no harm; what is kept meanwhile is for the next `take`.
   */
  take(): Promise<Taken>;
  /** Nothing is changed. */
  status(): Promise<SpoolStatus>;
}

export interface Taken {
  readonly entries: readonly SealedEntry[];
  /** Lines that hold no entry. */
  readonly unreadable: number;
  /** Removes what was taken. Files with lines that nobody could read or use are set aside, for a person to look at. */
  done(ask: { readonly unusable: ReadonlySet<string> }): Promise<void>;
}

export interface SpoolStatus {
  readonly waiting: number;
  /** Epoch milliseconds; null where nothing waits. */
  readonly oldest: number | null;
  readonly unreadable: number;
  /** Absolute paths. */
  readonly setAside: readonly string[];
}

/** No place takes what was handed in: it is not kept. */
export class SpoolUnavailable extends Error {
  override readonly name = 'SpoolUnavailable';
}
