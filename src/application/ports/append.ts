import type { EventOf, JournalStream, Recorded, ReviewStream } from '../../domain/model/event.js';

/** Events for one stream, to be written only if the stream still stands at `expectedVersion` (0: it does not exist). */
export interface Append<S extends JournalStream = ReviewStream> {
  readonly stream: S;
  readonly expectedVersion: number;
  readonly actor: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly events: readonly EventOf<S>[];
  /** Trees that no other review may speak on (`findStandingOn`): two that are asked for at once would be a choice between two verdicts. */
  readonly aloneOn?: { readonly base: string; readonly head: string };
  /** Position at which the journal still has to stand: what these events rest on was read there, and others might have changed it since. */
  readonly journalAt?: number | undefined;
}

export type Appended<S extends JournalStream = ReviewStream> =
  | { readonly outcome: 'appended'; readonly events: readonly Recorded<EventOf<S>>[] }
  | { readonly outcome: 'conflict'; readonly actualVersion: number };
