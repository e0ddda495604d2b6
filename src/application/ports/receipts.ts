import type { JournalStream } from '../../domain/model/event.js';
import type { SpooledEntry } from '../../domain/model/spool.js';
import type { Append, Appended } from './append.js';

export type ReceiptResult =
  | { readonly outcome: 'recorded' }
  /** `failed`: by a fault of this program; a person has to look at it. */
  | { readonly outcome: 'refused' | 'failed'; readonly code: string; readonly message: string };

/** What became of an entry of the spool. */
export interface Receipt {
  /** Id of the entry. */
  readonly id: string;
  readonly verb: string;
  /** Epoch milliseconds. */
  readonly handedInAt: number;
  readonly settledAt: number;
  /** Stream that the entry led to an event of; null where it led to none. */
  readonly stream: string | null;
  readonly result: ReceiptResult;
}

export type ReceiptFor = Pick<SpooledEntry, 'id' | 'verb' | 'at'>;

/**
 * That an entry of the spool counts once: its receipt is written in the transaction of its events. Receipts are not in the
 * journal, which holds what they led to; no rebuild touches them. Every method may throw `StoreUnavailable`.
 */
export interface Receipts {
  /** `Journal.append`, and the receipt with it; nothing at all where there is one. */
  append<S extends JournalStream>(
    append: Append<S>,
    entry: ReceiptFor,
  ): Promise<Appended<S> | { readonly outcome: 'repeated' }>;
  /** Says what came of it. Where there is a receipt it changes nothing, unless `over`: the caller wrote that one. */
  settle(ask: {
    readonly entry: ReceiptFor;
    readonly result: ReceiptResult;
    /** Epoch milliseconds. */
    readonly now: number;
    readonly over: boolean;
  }): Promise<void>;
  find(id: string): Promise<Receipt | undefined>;
  /** Those settled last first. */
  list(limit: number): Promise<readonly Receipt[]>;
}
