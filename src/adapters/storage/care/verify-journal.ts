import type { Verification } from '../../../application/ports/store.js';
import { chainHash, eventHash, GENESIS, type EventRow } from '../journal/hash-chain.js';
import { eventRow, JOURNAL, selectPosition } from '../journal/read.js';
import { statement, type SqlRow } from '../sqlite/connection.js';
import type { Transaction } from '../sqlite/database.js';

type Broken = Extract<Verification, { readonly intact: false }>;

type Last = Pick<EventRow, 'position' | 'chain' | 'stream' | 'version'>;

/** Where no event can be named. */
const nowhere = { stream: '-', version: 0 };

/** Rows read at once: what bounds memory. */
const BATCH = 100;

/** An event with the one that it says it follows and the end of its stream, so that nothing is remembered and memory stays flat. */
const selectLinks = (position: number) =>
  statement(
    `select e.*, before.stream as before_stream, before.version as before_version, before.hash as before_hash,
       ends.last as stream_last
     from events as e
     left join events as before on before.position = e.follows
     left join streams as ends on ends.stream = e.stream
     where e.position > ? order by e.position limit ?`,
    position,
    BATCH,
  );

/** Ends that are no event of their stream. */
const selectLostEnd = statement(
  `select s.stream, s.last from streams as s left join events as e on e.position = s.last
   where s.stream <> '${JOURNAL}' and e.stream is not s.stream order by s.last desc limit 1`,
);

const selectVersions = (stream: string) =>
  statement('select max(version) as version from events where stream = ?', stream);

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
  const wrong = brokenStream(row, event);
  if (wrong !== undefined) return wrong;
  if (event.hash !== eventHash(event)) return 'its content does not match its hash';
  if (event.chain !== chainHash(chain, event.position, event.hash)) return 'it does not continue the journal';
  return undefined;
}

function brokenStream(row: SqlRow, event: EventRow): string | undefined {
  const first = event.version === 1;
  const followsIts = row['before_stream'] === event.stream && row['before_version'] === event.version - 1;
  if (first ? event.follows !== null : !followsIts) {
    return first
      ? 'the first of a stream, it follows another'
      : `version ${event.version - 1} of the stream is missing`;
  }
  if ((event.follows ?? 0) >= event.position) return 'it stands before the event that it follows';
  if (event.previous !== (first ? GENESIS : row['before_hash'])) {
    return 'it does not continue the event before it in the stream';
  }
  const last = row['stream_last'];
  if (typeof last === 'number' && last >= event.position) return undefined;
  return 'its stream is recorded to end before it';
}

/** The journal and each stream end where they are recorded to end: an event that was cut off does not fit that. */
function brokenEnd(transaction: Transaction, last: Last): Broken | undefined {
  const end = Number(transaction.all(selectPosition)[0]?.['last'] ?? 0);
  const [lost] = transaction.all(selectLostEnd);
  if (end === last.position && lost === undefined) return undefined;
  if (lost === undefined) {
    const reason = `the journal ends at position ${last.position}, but is recorded to end at ${end}`;
    return { intact: false, ...nowhere, position: Math.min(end, last.position) + 1, reason };
  }
  const [stream, position] = [String(lost['stream']), Number(lost['last'])];
  const next = last.position + 1;
  const reason = `the journal ends at position ${last.position}, but ${stream} is recorded to end at ${position}`;
  if (position !== next) return { intact: false, ...nowhere, position: next, reason };
  const version = Number(transaction.all(selectVersions(stream))[0]?.['version'] ?? 0) + 1;
  return { intact: false, stream, version, position, reason };
}

function placeOf({ stream, version, position }: Last) {
  return { stream, version, position };
}
