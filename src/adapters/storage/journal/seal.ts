import { StoreUnavailable, type Append } from '../../../application/ports/store.js';
import type { EventOf, JournalEvent, JournalStream, Recorded } from '../../../domain/model/event.js';
import { eventText } from './event-text.js';
import { chainHash, eventHash, type EventRow, type WalkedRow } from './hash-chain.js';

/** Last event of a stream. */
export interface StreamHead {
  readonly version: number;
  /** Null where the stream has no event. */
  readonly position: number | null;
  readonly hash: string;
}

/** Last event of the journal. */
export interface JournalHead {
  readonly position: number;
  readonly chain: string;
}

/** Events ready to be stored, and as they read back from their rows. */
export interface Sealed<S extends JournalStream> {
  readonly rows: readonly EventRow[];
  readonly events: readonly Recorded<EventOf<S>>[];
}

/** Gives the events of an append their versions, positions and hashes after the two heads. */
export function seal<S extends JournalStream>(append: Append<S>, stream: StreamHead, journal: JournalHead): Sealed<S> {
  const actor = storable(append.actor);
  const { stream: name, at } = append;
  const rows: EventRow[] = [];
  const events: Recorded<EventOf<S>>[] = [];
  let { version, position: follows, hash: previous } = stream;
  let { position, chain } = journal;
  for (const { type, data: given } of append.events) {
    version += 1;
    position += 1;
    const { text: data, value } = eventText(given);
    const hash = eventHash({ stream: name, version, at, actor, type, previous, data });
    chain = chainHash(chain, position, hash);
    const row = { position, follows, stream: name, version, at, actor, type, previous, hash, chain, data };
    rows.push(row);
    events.push(withData(row, value));
    previous = hash;
    follows = position;
  }
  return { rows, events };
}

/** The event that a stored row holds. Throws `StoreUnavailable` when the row was damaged. */
export function recorded<E extends JournalEvent = JournalEvent>(row: WalkedRow): Recorded<E> {
  return withData(row, parsed(row));
}

function withData<E extends JournalEvent>(row: WalkedRow, data: unknown): Recorded<E> {
  const { position, stream, version, at, actor, type, previous, hash } = row;
  // The journal takes nothing but events of their stream, so what it holds is one; `verify` tells whether it still is.
  return { position, stream, version, at, actor, type, data, previous, hash } as Recorded<E>;
}

function parsed({ stream, version, data }: WalkedRow): unknown {
  try {
    return JSON.parse(data);
  } catch (error) {
    const message = `Event ${version} of ${stream} is damaged: its data is not JSON.`;
    throw new StoreUnavailable('corrupt', message, 'See `countersign verify`, then restore from a backup.', error);
  }
}

const unstorable = /[\0\ud800-\udfff]/;

/** What is hashed must be what comes back: half a surrogate pair is not UTF-8, and some drivers end a text at a NUL. */
function storable(text: string): string {
  if (!unstorable.test(text)) return text;
  return Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '\ufffd');
}
