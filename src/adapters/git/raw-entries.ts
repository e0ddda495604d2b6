import type { FileStatus } from '../../domain/model/change.js';

/** One entry of `--raw -z` with its line of `--numstat -z`; paths are bytes. */
export interface RawEntry {
  readonly status: FileStatus;
  readonly similarity: number | undefined;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldBlob: string;
  readonly newBlob: string;
  readonly path: Buffer;
  readonly oldPath: Buffer | undefined;
  /** Null for a binary. */
  readonly added: number | null;
  readonly deleted: number | null;
}

type Meta = Omit<RawEntry, 'added' | 'deleted'>;

/** What git's views of one change say does not fit together: a fault of git or of this reader, never of the user. */
export class InventoryMismatch extends Error {
  override readonly name = 'InventoryMismatch';
}

const statuses: readonly FileStatus[] = ['A', 'M', 'D', 'R', 'C', 'T'];

/**
 * Reads the head of `git diff --raw --numstat --patch -z` token by token: all raw entries, as many numstat lines, one empty
 * token, and then the patch begins.
 */
export class RawEntryReader {
  readonly entries: RawEntry[] = [];
  readonly #metas: Meta[] = [];
  #tokens: Buffer[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #done = false;

  /** Takes bytes; returns what belongs to the patch (empty until the patch begins). */
  take(bytes: Buffer): Buffer {
    if (this.#done) return bytes;
    let rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const token = rest.subarray(0, end);
      rest = rest.subarray(end + 1);
      if (this.#takeToken(token)) {
        this.#done = true;
        this.#rest = Buffer.alloc(0);
        return rest;
      }
    }
    this.#rest = Buffer.from(rest);
    return rest.subarray(rest.length);
  }

  /** Throws unless everything announced was read. */
  finish(): void {
    if (this.#rest.length > 0 || this.#tokens.length > 0 || this.entries.length !== this.#metas.length) {
      throw new InventoryMismatch(
        `git listed ${this.#metas.length} changed entries and counted lines of ${this.entries.length}.`,
      );
    }
  }

  /** True when the token was the empty one before the patch. */
  #takeToken(token: Buffer): boolean {
    if (this.#tokens.length === 0 && token.length === 0) {
      if (this.entries.length === this.#metas.length) return true;
      throw new InventoryMismatch('The patch begins before the lines of every entry were counted.');
    }
    this.#tokens.push(token);
    const [first = token, second, third] = this.#tokens;
    if (first[0] === 0x3a) {
      const meta = readMeta(first, second, third);
      if (meta !== undefined) this.#accept(() => this.#metas.push(meta));
    } else {
      const counted = readCounts(first, second, third);
      if (counted !== undefined) this.#accept(() => this.entries.push(this.#join(counted)));
    }
    return false;
  }

  #accept(step: () => void): void {
    this.#tokens = [];
    step();
  }

  #join(counted: Counts): RawEntry {
    const meta = this.#metas[this.entries.length];
    if (meta?.path.equals(counted.path) !== true) {
      throw new InventoryMismatch(
        `git lists ${meta?.path.toString() ?? 'nothing'} where it counts the lines of ${counted.path.toString()}.`,
      );
    }
    return { ...meta, added: counted.added, deleted: counted.deleted };
  }
}

/** Undefined until enough tokens are there: renames and copies have two paths. */
function readMeta(head: Buffer, first: Buffer | undefined, second: Buffer | undefined): Meta | undefined {
  const found =
    /^:(?<oldMode>[0-7]{6}) (?<newMode>[0-7]{6}) (?<oldBlob>[0-9a-f]+) (?<newBlob>[0-9a-f]+) (?<letter>[A-Z])(?<score>[0-9]*)$/.exec(
      head.toString('latin1'),
    );
  const { letter, score, ...sides } = { ...noSides, ...found?.groups };
  const status = statuses.find((known) => known === letter);
  if (status === undefined) throw new InventoryMismatch(`git printed an entry of an unknown form: ${head.toString()}`);
  const two = status === 'R' || status === 'C';
  const path = two ? second : first;
  if (first === undefined || path === undefined) return undefined;
  return {
    ...sides,
    status,
    similarity: two ? Number(score) : undefined,
    path: Buffer.from(path),
    oldPath: two ? Buffer.from(first) : undefined,
  };
}

const noSides = { oldMode: '', newMode: '', oldBlob: '', newBlob: '', letter: '', score: '' };

interface Counts {
  readonly added: number | null;
  readonly deleted: number | null;
  readonly path: Buffer;
}

function readCounts(head: Buffer, oldPath: Buffer | undefined, newPath: Buffer | undefined): Counts | undefined {
  const one = head.indexOf(0x09);
  const two = head.indexOf(0x09, one + 1);
  if (one < 0 || two < 0) throw new InventoryMismatch(`git printed a count of an unknown form: ${head.toString()}`);
  const path = head.subarray(two + 1);
  if (path.length === 0 && (oldPath === undefined || newPath === undefined)) return undefined;
  return {
    added: count(head.subarray(0, one)),
    deleted: count(head.subarray(one + 1, two)),
    path: Buffer.from(path.length === 0 && newPath !== undefined ? newPath : path),
  };
}

function count(bytes: Buffer): number | null {
  const text = bytes.toString('latin1');
  return text === '-' ? null : Number(text);
}
