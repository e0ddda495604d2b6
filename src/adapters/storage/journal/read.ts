import type { SqlRow, Statement } from '../sqlite/connection.js';
import { statement } from '../sqlite/connection.js';
import { GENESIS, type EventRow } from './hash-chain.js';
import type { JournalHead, StreamHead } from './seal.js';

const columns = 'position, stream, version, at, actor, type, previous, hash, chain, data';

export const selectStream = (stream: string, afterVersion = 0): Statement =>
  statement(`select ${columns} from events where stream = ? and version > ? order by version`, stream, afterVersion);

export const selectAfter = (position: number, limit: number): Statement =>
  statement(`select ${columns} from events where position > ? order by position limit ?`, position, limit);

export const selectStreamsAfter = (position: number): Statement =>
  statement('select distinct stream from events where position > ?', position);

export const selectStreamHead = (stream: string): Statement =>
  statement('select version, hash from events where stream = ? order by version desc limit 1', stream);

export const selectJournalHead: Statement = statement(
  'select position, chain, stream, version from journal_head where id = 1',
);

export function eventRow(row: SqlRow): EventRow {
  return {
    position: Number(row['position']),
    stream: String(row['stream']),
    version: Number(row['version']),
    at: Number(row['at']),
    actor: String(row['actor']),
    type: String(row['type']),
    previous: String(row['previous']),
    hash: String(row['hash']),
    chain: String(row['chain']),
    data: String(row['data']),
  };
}

/** The head of a stream that does not exist stands at version 0. */
export function streamHead(row: SqlRow | undefined): StreamHead {
  if (row === undefined) return { version: 0, hash: GENESIS };
  return { version: Number(row['version']), hash: String(row['hash']) };
}

export function journalHead(row: SqlRow | undefined): JournalHead {
  if (row === undefined) return { position: 0, chain: GENESIS };
  return { position: Number(row['position']), chain: String(row['chain']) };
}
