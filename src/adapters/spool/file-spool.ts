import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { SpoolUnavailable, type Spool, type SpoolStatus, type Taken } from '../../application/ports/spool.js';
import type { SealedEntry } from '../../domain/model/spool.js';
import { inOrder, lineOf, readLines, type SpoolText } from '../../domain/spool/line.js';
import { appendTo, isMissing, readOwn } from './own-file.js';
import { anythingWaits, isBatch, isToTake, waitingFile } from './places.js';

/** What waits in one place, in bytes, at most: more than any team hands in while it mends a disk. */
const LIMIT_BYTES = 16 * 1024 * 1024;

const aside = /^set-aside-.*\.jsonl$/u;

export interface FileSpoolOptions {
  /** Absolute; the first that takes an entry keeps it. Only the last directory is made with those above it. */
  readonly places: readonly string[];
  readonly limitBytes?: number;
}

/**
 * The spool in plain files, one line an entry. Whoever takes renames the file first: an entry that is appended to it at that
 * moment is appended once more to the next one, and its id keeps it from counting twice. So nobody waits for a lock.
 */
export class FileSpool implements Spool {
  readonly #places: readonly string[];
  readonly #limitBytes: number;

  constructor({ places, limitBytes = LIMIT_BYTES }: FileSpoolOptions) {
    this.#places = places;
    this.#limitBytes = limitBytes;
  }

  async keep(entry: SealedEntry): Promise<void> {
    const reasons: string[] = [];
    for (const [index, place] of this.#places.entries()) {
      try {
        const parents = index > 0;
        await appendTo({ directory: place, name: waitingFile, parents, limitBytes: this.#limitBytes }, lineOf(entry));
        return;
      } catch (error) {
        // The next place may take it; all reasons are told where none does.
        reasons.push(error instanceof Error ? error.message : String(error));
      }
    }
    throw new SpoolUnavailable(reasons.join('; '));
  }

  waits(): boolean {
    return anythingWaits(this.#places);
  }

  async take(): Promise<Taken> {
    for (const place of this.#places) await claim(place);
    const files = await this.#files(isBatch);
    const texts = await Promise.all(files.map((file) => this.#read(file)));
    const entries = inOrder(texts.map((text) => text.entries));
    return {
      entries,
      unreadable: sum(texts.map((text) => text.unreadable)),
      done: async ({ unusable }) => {
        for (const [index, file] of files.entries()) await finish(file, texts[index], unusable);
      },
    };
  }

  async status(): Promise<SpoolStatus> {
    const texts = await Promise.all((await this.#files(isToTake)).map((file) => this.#read(file)));
    const times = inOrder(texts.map(({ entries }) => entries)).map(({ entry }) => entry.at);
    return {
      waiting: times.length,
      oldest: times.length === 0 ? null : Math.min(...times),
      unreadable: sum(texts.map(({ unreadable }) => unreadable)),
      setAside: await this.#files((name) => aside.test(name)),
    };
  }

  async #files(wanted: (name: string) => boolean): Promise<readonly string[]> {
    const found = await Promise.all(
      this.#places.map(async (place) => (await namesIn(place)).filter(wanted).map((name) => join(place, name))),
    );
    return found.flat();
  }

  /** A file that is not this user's, or far too large to be ours, holds nothing that counts. */
  async #read(file: string): Promise<SpoolText> {
    const text = await readOwn(file, 2 * this.#limitBytes);
    if (text === 'gone') return { entries: [], unreadable: 0 };
    return text === 'foreign' ? { entries: [], unreadable: 1 } : readLines(text.content);
  }
}

/** Only where no batch is left: what it holds comes before what waits. */
async function claim(place: string): Promise<void> {
  const names = await namesIn(place);
  if (!names.includes(waitingFile) || names.some(isBatch)) return;
  await unlessMissing(rename(join(place, waitingFile), join(place, `batch-${ulid()}.jsonl`)));
}

async function finish(file: string, text: SpoolText | undefined, unusable: ReadonlySet<string>): Promise<void> {
  const spoilt = (text?.unreadable ?? 0) > 0 || text?.entries.some(({ entry: { id } }) => unusable.has(id)) === true;
  if (spoilt) await unlessMissing(rename(file, file.replace(/batch-(?=[^/\\]*$)/u, 'set-aside-')));
  else await rm(file, { force: true });
}

/** Whoever took the same file at the same time may have been quicker. */
async function unlessMissing(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function namesIn(place: string): Promise<readonly string[]> {
  try {
    return (await readdir(place)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
