import { StoreUnavailable } from '../../../application/ports/store.js';
import type { SqlRow, Statement } from '../sqlite/connection.js';
import { statement } from '../sqlite/connection.js';
import { GENESIS, type EventRow, type WalkedRow } from './hash-chain.js';
import type { JournalHead, StreamHead } from './seal.js';

/**
 * Stands among the streams for the whole journal. It sorts behind all of them, and so lies in the page that an append to a new
 * stream writes anyway.
 */
export const JOURNAL = '~';

/** What an event is read back from: no links of the journal, of which a walk along it reads none. */
const columns = 'position, stream, version, at, actor, type, previous, hash, data';

/** From the last event back to the first, whatever the numbers say: a link that leads forward is not followed. */
export const selectStream = (stream: string): Statement =>
  statement(
    `with recursive walk (position) as (
       select last from streams where stream = ?
       union all
       select e.follows from walk join events as e on e.position = walk.position where e.follows < e.position
     )
     select walk.position as stands_at, e.* from walk left join events as e on e.position = walk.position`,
    stream,
  );

export const selectAfter = (position: number, limit: number): Statement =>
  statement(`select ${columns} from events where position > ? order by position limit ?`, position, limit);

export const selectStreamsAfter = (position: number): Statement =>
  statement('select distinct stream from events where position > ?', position);

/** One row: the last event of the journal and the last of a stream, null where there is none. No row before the first event. */
export const selectHeads = (stream: string): Statement =>
  statement(
    `select j.last as journal_last, tip.chain, s.last, e.version, e.hash
     from streams as j left join events as tip on tip.position = j.last
     left join streams as s on s.stream = ? left join events as e on e.position = s.last
     where j.stream = '${JOURNAL}'`,
    stream,
  );

export const selectPosition: Statement = statement(`select last from streams where stream = '${JOURNAL}'`);

export function eventRow(row: SqlRow): EventRow {
  return {
    follows: row['follows'] === null ? null : Number(row['follows']),
    chain: String(row['chain']),
    ...walkedRow(row),
  };
}

/** A row of `selectAfter`. */
export function walkedRow(row: SqlRow): WalkedRow {
  return {
    position: Number(row['position']),
    stream: String(row['stream']),
    version: Number(row['version']),
    at: Number(row['at']),
    actor: String(row['actor']),
    type: String(row['type']),
    previous: String(row['previous']),
    hash: String(row['hash']),
    data: String(row['data']),
  };
}

/** The rows of `selectStream` from the first event to the last. Throws `StoreUnavailable` where one is missing. */
export function streamRows(stream: string, rows: readonly SqlRow[]): readonly EventRow[] {
  return rows.toReversed().map((row, index) => {
    if (row['stream'] !== stream || Number(row['version']) !== index + 1) throw lost(stream, Number(row['stands_at']));
    return eventRow(row);
  });
}

/** The row of `selectHeads`. What does not exist stands at version or position 0. Throws `StoreUnavailable`. */
export function heads(
  name: string,
  row: SqlRow | undefined,
): { readonly stream: StreamHead; readonly journal: JournalHead } {
  const stream: StreamHead = { version: 0, position: null, hash: GENESIS };
  if (row === undefined) return { stream, journal: { position: 0, chain: GENESIS } };
  const position = Number(row['journal_last']);
  if (row['chain'] === null) throw lost(JOURNAL, position);
  const journal = { position, chain: String(row['chain']) };
  if (row['last'] === null) return { stream, journal };
  const last = Number(row['last']);
  if (row['version'] === null) throw lost(name, last);
  return { stream: { version: Number(row['version']), position: last, hash: String(row['hash']) }, journal };
}

function lost(stream: string, position: number): StoreUnavailable {
  const whose = stream === JOURNAL ? 'the journal' : stream;
  const message = `The journal is damaged: an event of ${whose} is missing or was altered at position ${position}.`;
  return new StoreUnavailable('corrupt', message, 'See `countersign verify`, then restore from a backup.');
}
