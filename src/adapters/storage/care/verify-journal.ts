import type { Verification } from '../../../application/ports/store.js';
import { chainHash, eventHash, GENESIS, type EventRow } from '../journal/hash-chain.js';
import { eventRow, journalHead, selectJournalHead } from '../journal/read.js';
import { statement, type SqlRow } from '../sqlite/connection.js';
import type { Transaction } from '../sqlite/database.js';

type Broken = Extract<Verification, { readonly intact: false }>;

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

/** A head that points to no event or not to the last one: the end of its stream was cut off or forged. */
const selectBrokenHead = statement(
  `select s.stream, s.version, last.position from streams as s
   left join events as last on last.stream = s.stream and last.version = s.version
   where last.hash is null or last.hash <> s.hash
      or exists (select 1 from events as later where later.stream = s.stream and later.version > s.version)
   limit 1`,
);

const selectHeadless = statement(
  `select e.stream, e.version, e.position from events as e
   where e.version = 1 and not exists (select 1 from streams as s where s.stream = e.stream) limit 1`,
);

const selectCounts = statement(
  'select (select count(*) from streams) as streams, (select count(*) from events) as events',
);

/** Walks the journal in its order and then its heads; the first thing that does not fit is the answer. */
export function verifyJournal(transaction: Transaction): Verification {
  let position = 0;
  let chain = GENESIS;
  for (;;) {
    const rows = transaction.all(selectLinks(position));
    for (const row of rows) {
      const event = eventRow(row);
      const reason = brokenLink(row, event, position, chain);
      if (reason !== undefined) return { intact: false, ...placeOf(event), reason };
      position = event.position;
      chain = event.chain;
    }
    if (rows.length < BATCH) break;
  }
  return brokenEnd(transaction, position, chain) ?? counts(transaction);
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

function brokenEnd(transaction: Transaction, position: number, chain: string): Broken | undefined {
  const head = journalHead(transaction.all(selectJournalHead)[0]);
  if (head.position !== position) {
    const reason = `the journal ends at position ${position}, its head says ${head.position}`;
    const stream = brokenHead(transaction);
    return { intact: false, ...(stream ?? { stream: '-', version: 0 }), position: position + 1, reason };
  }
  if (head.chain !== chain) {
    return {
      intact: false,
      stream: '-',
      version: 0,
      position,
      reason: 'the head of the journal does not match its last event',
    };
  }
  const broken = brokenHead(transaction);
  return (
    broken && { intact: false, position, ...broken, reason: 'the head of the stream does not match its last event' }
  );
}

function brokenHead(transaction: Transaction) {
  const row = transaction.all(selectBrokenHead)[0] ?? transaction.all(selectHeadless)[0];
  if (row === undefined) return undefined;
  const place = { stream: String(row['stream']), version: Number(row['version']) };
  return row['position'] === null ? place : { ...place, position: Number(row['position']) };
}

function counts(transaction: Transaction): Verification {
  const [row] = transaction.all(selectCounts);
  return { intact: true, streams: Number(row?.['streams']), events: Number(row?.['events']) };
}

function placeOf({ stream, version, position }: EventRow) {
  return { stream, version, position };
}
