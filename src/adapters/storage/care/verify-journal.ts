import type { Verification } from '../../../application/ports/store.js';
import { chainHash, eventHash, GENESIS, type EventRow } from '../journal/hash-chain.js';
import { eventRow, journalHead, selectJournalHead } from '../journal/read.js';
import { statement, type SqlRow } from '../sqlite/connection.js';
import type { Transaction } from '../sqlite/database.js';

type Broken = Extract<Verification, { readonly intact: false }>;

type Last = Pick<EventRow, 'position' | 'chain' | 'stream' | 'version'>;

/** Where no event can be named. */
const nowhere = { stream: '-', version: 0 };

/** Rows read at once: what bounds memory. */
const BATCH = 100;

/** An event with the event before it in its stream, found by the index and not remembered, so that memory stays flat. */
const selectLinks = (position: number) =>
  statement(
    `select e.*, before.hash as before_hash, before.position as before_position from events as e
     left join events as before on before.stream = e.stream and before.version = e.version - 1
     where e.position > ? order by e.position limit ?`,
    position,
    BATCH,
  );

/** Walks the journal in its order and then looks at its head; the first thing that does not fit is the answer. */
export function verifyJournal(transaction: Transaction): Verification {
  let last: Last = { position: 0, chain: GENESIS, ...nowhere };
  let streams = 0;
  for (;;) {
    const rows = transaction.all(selectLinks(last.position));
    for (const row of rows) {
      const event = eventRow(row);
      const reason = brokenLink(row, event, last.position, last.chain);
      if (reason !== undefined) return { intact: false, ...placeOf(event), reason };
      if (event.version === 1) streams += 1;
      last = event;
    }
    if (rows.length < BATCH) break;
  }
  return brokenEnd(transaction, last) ?? { intact: true, streams, events: last.position };
}

function brokenLink(row: SqlRow, event: EventRow, position: number, chain: string): string | undefined {
  if (event.position !== position + 1) return `position ${event.position} follows ${position}: an event is missing`;
  const beforeHash = event.version === 1 ? GENESIS : row['before_hash'];
  if (beforeHash === null) return `version ${event.version - 1} of the stream is missing`;
  if (Number(row['before_position'] ?? 0) >= event.position) return 'it stands before the event that it follows';
  if (event.previous !== beforeHash) return 'it does not continue the event before it in the stream';
  if (event.hash !== eventHash(event)) return 'its content does not match its hash';
  if (event.chain !== chainHash(chain, event.position, event.hash)) return 'it does not continue the journal';
  return undefined;
}

/** The head of the journal is the last event: one that was cut off, or put there beside the store, does not fit it. */
function brokenEnd(transaction: Transaction, last: Last): Broken | undefined {
  const head = headRow(transaction.all(selectJournalHead)[0]);
  if (head.position !== last.position) {
    const reason = `the journal ends at position ${last.position}, its head says ${head.position}, version ${head.version} of ${head.stream}`;
    const next = last.position + 1;
    const lost = head.position === next ? { stream: head.stream, version: head.version } : nowhere;
    return { intact: false, ...lost, position: next, reason };
  }
  if (head.chain === last.chain && head.stream === last.stream && head.version === last.version) return undefined;
  const reason = 'the head of the journal does not match its last event';
  return { intact: false, ...placeOf(last), reason };
}

function headRow(row: SqlRow | undefined): Last {
  if (row === undefined) return { position: 0, chain: GENESIS, ...nowhere };
  return { ...journalHead(row), stream: String(row['stream']), version: Number(row['version']) };
}

function placeOf({ stream, version, position }: Last) {
  return { stream, version, position };
}
