import type { LineRange } from '../../domain/model/change.js';
import { InventoryMismatch } from './raw-entries.js';

/** One `diff --git` section of a patch: what it says of its entry and where its bytes are. */
export interface PatchSection {
  /** Offsets in the patch, end exclusive. */
  readonly start: number;
  end: number;
  /** From the `index` line; undefined where there is none (mode change, exact rename). */
  oldBlob: string | undefined;
  newBlob: string | undefined;
  binary: boolean;
  readonly added: LineRange[];
  readonly deleted: LineRange[];
  addedCount: number;
  deletedCount: number;
}

export interface HunkHeader {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

const lineFeed = 0x0a;

/** An omitted count means one line. */
export function parseHunkHeader(line: string): HunkHeader | undefined {
  const found = /^@@ -([0-9]+)(?:,([0-9]+))? \+([0-9]+)(?:,([0-9]+))? @@/.exec(line);
  if (found === null) return undefined;
  const [, oldStart, oldLines = '1', newStart, newLines = '1'] = found;
  return {
    oldStart: Number(oldStart),
    oldLines: Number(oldLines),
    newStart: Number(newStart),
    newLines: Number(newLines),
  };
}

/**
 * Walks a patch over bytes, in pieces of any size, in constant memory. Inside a hunk only the counts of its header say where
 * it ends, and only the first byte of a line is looked at: no content can pose as a header.
 */
export class PatchScanner {
  readonly sections: PatchSection[] = [];
  /** Bytes of the patch seen before the present piece. */
  #offset = 0;
  #header = '';
  #inLine = false;
  #oldLeft = 0;
  #newLeft = 0;
  #oldLine = 0;
  #newLine = 0;

  take(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      at = this.#inHunk() || this.#inLine ? this.#skipLine(bytes, at) : this.#readHeader(bytes, at);
    }
    this.#offset += bytes.length;
  }

  finish(): void {
    if (this.#inHunk() || this.#inLine || this.#header !== '') {
      throw new InventoryMismatch(`The patch ends in the middle of a hunk, at byte ${this.#offset}.`);
    }
    const last = this.sections.at(-1);
    if (last !== undefined) last.end = this.#offset;
  }

  #inHunk(): boolean {
    return this.#oldLeft > 0 || this.#newLeft > 0;
  }

  #skipLine(bytes: Buffer, at: number): number {
    if (!this.#inLine) this.#countLine(bytes[at] ?? 0, at);
    const end = bytes.indexOf(lineFeed, at);
    this.#inLine = end < 0;
    return end < 0 ? bytes.length : end + 1;
  }

  #countLine(first: number, at: number): void {
    const section = this.sections.at(-1);
    if (section === undefined) throw new InventoryMismatch('A hunk comes before the first file of the patch.');
    switch (first) {
      case 0x20:
        this.#oldLeft -= 1;
        this.#newLeft -= 1;
        this.#oldLine += 1;
        this.#newLine += 1;
        break;
      case 0x2d:
        this.#oldLeft -= 1;
        section.deletedCount += 1;
        extend(section.deleted, this.#oldLine++);
        break;
      case 0x2b:
        this.#newLeft -= 1;
        section.addedCount += 1;
        extend(section.added, this.#newLine++);
        break;
      case 0x5c:
        break;
      default:
        throw new InventoryMismatch(`A line of a hunk starts with byte ${first}, at byte ${this.#offset + at}.`);
    }
    if (this.#oldLeft < 0 || this.#newLeft < 0) {
      throw new InventoryMismatch(`A hunk has more lines than it announced, at byte ${this.#offset + at}.`);
    }
  }

  #readHeader(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(lineFeed, at);
    const stop = end < 0 ? bytes.length : end;
    const lineStart = this.#offset + at - this.#header.length;
    this.#header += bytes.toString('latin1', at, stop);
    if (end < 0) return bytes.length;
    const line = this.#header;
    this.#header = '';
    this.#takeHeader(line, lineStart);
    return end + 1;
  }

  #takeHeader(line: string, lineStart: number): void {
    if (line.startsWith('diff --git ')) {
      const last = this.sections.at(-1);
      if (last !== undefined) last.end = lineStart;
      this.sections.push(newSection(lineStart));
      return;
    }
    const section = this.sections.at(-1);
    if (section === undefined) throw new InventoryMismatch(`The patch begins with ${line.slice(0, 80)}`);
    const hunk = parseHunkHeader(line);
    if (hunk !== undefined) {
      this.#oldLeft = hunk.oldLines;
      this.#newLeft = hunk.newLines;
      this.#oldLine = hunk.oldStart;
      this.#newLine = hunk.newStart;
    } else if (line.startsWith('index ')) {
      const found = /^index ([0-9a-f]+)\.\.([0-9a-f]+)/.exec(line);
      section.oldBlob = found?.[1];
      section.newBlob = found?.[2];
    } else if (line.startsWith('Binary files ')) {
      section.binary = true;
    }
  }
}

function newSection(start: number): PatchSection {
  return {
    start,
    end: start,
    oldBlob: undefined,
    newBlob: undefined,
    binary: false,
    added: [],
    deleted: [],
    addedCount: 0,
    deletedCount: 0,
  };
}

function extend(ranges: LineRange[], line: number): void {
  const last = ranges.at(-1);
  if (last?.[1] === line - 1) ranges[ranges.length - 1] = [last[0], line];
  else ranges.push([line, line]);
}
