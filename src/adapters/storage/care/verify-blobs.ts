import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreUnavailable, type Verification } from '../../../application/ports/store.js';
import { FileBlobs, isMissing } from '../blobs/file-blobs.js';
import { statement } from '../sqlite/connection.js';
import type { SqliteDatabase } from '../sqlite/database.js';

type Broken = Extract<Verification, { readonly intact: false }>;

const naming = (digest: string) =>
  statement('select stream, version, position from events where instr(data, ?) > 0 order by position limit 1', digest);

/**
 * The first blob whose bytes are not those of its name, with the first event that names it: what reviewers were shown and what they
 * answered stands there, and the journal has only its digest. One blob at a time, so that memory stays flat.
 */
export async function verifyBlobs(directory: string, database: SqliteDatabase): Promise<Broken | undefined> {
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
