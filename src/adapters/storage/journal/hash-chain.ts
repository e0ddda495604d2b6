import { hash as digest } from 'node:crypto';

/** What stands before the first event of a stream and of the journal. */
export const GENESIS = '0'.repeat(64);

/** One event as it is stored: `data` is the exact text that was hashed. */
export interface EventRow {
  readonly position: number;
  /** Position of the event before it in its stream, null for the first. */
  readonly follows: number | null;
  readonly stream: string;
  readonly version: number;
  readonly at: number;
  readonly actor: string;
  readonly type: string;
  readonly previous: string;
  readonly hash: string;
  /** Ties the event to its place among the events of all streams. */
  readonly chain: string;
  readonly data: string;
}

/** The same without its links to other events. */
export type WalkedRow = Omit<EventRow, 'follows' | 'chain'>;

/**
 * `sha256` hex that binds an event to the one before it in its stream. The hashed text is a JSON array on one line, a line
 * feed, and the data text: JSON has no raw line feed, so no two events share a text.
 */
export function eventHash(event: Omit<EventRow, 'position' | 'follows' | 'hash' | 'chain'>): string {
  const { stream, version, at, actor, type, previous, data } = event;
  return digest('sha256', `${JSON.stringify([stream, version, at, actor, type, previous])}\n${data}`);
}

/** `sha256` hex that binds an event to its position in the whole journal and so to everything before it. */
export function chainHash(previousChain: string, position: number, hash: string): string {
  return digest('sha256', `${previousChain} ${position} ${hash}`);
}
