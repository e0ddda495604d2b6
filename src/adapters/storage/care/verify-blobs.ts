import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreUnavailable, type Verification } from '../../../application/ports/store.js';
import { NAMING_BLOBS, namedBlobs } from '../../../domain/model/named-blobs.js';
import { exists, FileBlobs, isMissing, placeOfBlob } from '../blobs/file-blobs.js';
import { eventRow } from '../journal/read.js';
import { recorded } from '../journal/seal.js';
import { statement } from '../sqlite/connection.js';
import type { SqliteDatabase } from '../sqlite/database.js';

type Broken = Extract<Verification, { readonly intact: false }>;

const naming = (digest: string) =>
  statement('select stream, version, position from events where instr(data, ?) > 0 order by position limit 1', digest);

/** Events read at once: what bounds memory, for one may hold thousands of findings. */
const BATCH = 100;

const namingAfter = (position: number) =>
  statement(
    `select * from events where position > ? and type in (${NAMING_BLOBS.map(() => '?').join(', ')})
     order by position limit ${BATCH}`,
    position,
    ...NAMING_BLOBS,
  );

/**
 * The first blob that was altered, else the first that an event names and that is gone. What is put into the store is on disk before
 * the event that names it, and nothing takes it away again, so this needs no view of the data at one moment.
 */
export async function verifyBlobs(directory: string, database: SqliteDatabase): Promise<Broken | undefined> {
  return (await alteredBlob(directory, database)) ?? (await missingBlob(directory, database));
}

async function missingBlob(directory: string, database: SqliteDatabase): Promise<Broken | undefined> {
  let position = 0;
  for (;;) {
    const rows = (await database.read(namingAfter(position))).map(eventRow);
    for (const row of rows) {
      for (const { what, digest } of namedBlobs(recorded(row))) {
        const { file } = placeOfBlob(directory, digest);
        if (await exists(file)) continue;
        const { stream, version } = row;
        const reason = `the blob that it names is missing (${what}): ${file}`;
        return { intact: false, stream, version, position: row.position, reason, remedy: MISSING };
      }
      position = row.position;
    }
    if (rows.length < BATCH) return undefined;
  }
}

const MISSING =
  'The journal is intact, but nobody can read any more what it rests on there: copy the file from the blobs of the newest backup that has it.';

/**
 * The first blob whose bytes are not those of its name, with the first event that names it: what reviewers were shown and what they
 * answered stands there, and the journal has only its digest. One blob at a time, so that memory stays flat.
 */
async function alteredBlob(directory: string, database: SqliteDatabase): Promise<Broken | undefined> {
  const blobs = new FileBlobs(directory);
  for (const folder of await names(directory, /^[0-9a-f]{2}$/u)) {
    for (const name of await names(join(directory, folder), /^[0-9a-f]{62}$/u)) {
      const digest = `${folder}${name}`;
      try {
        await blobs.get(digest);
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || error.kind !== 'corrupt') throw error;
        return broken(await database.read(naming(digest)), join(directory, folder, name));
      }
    }
  }
  return undefined;
}

function broken([event]: Awaited<ReturnType<SqliteDatabase['read']>>, file: string): Broken {
  const place =
    event === undefined
      ? { stream: '-', version: 0, position: 0 }
      : { stream: String(event['stream']), version: Number(event['version']), position: Number(event['position']) };
  const whose = event === undefined ? 'the blob' : 'the blob that it names';
  return { intact: false, ...place, reason: `${whose} has other bytes than were recorded: ${file}` };
}

async function names(directory: string, like: RegExp): Promise<readonly string[]> {
  try {
    return (await readdir(directory)).filter((name) => like.test(name)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
