import type { PacketDocument } from '../../../application/peer-review.js';
import type { ShownFile } from '../schema/packet.js';
import { hunkLines } from './diff.js';

/** Characters of diff on a page; some clients cut an answer at 10,000 tokens and say so only in the middle of it. */
export const pageLengths = { least: 4_000, usual: 24_000, most: 400_000 } as const;

/**
 * The files of a packet cut into pages of about `length` characters: files stay together where they fit, else they are cut
 * between hunks, else between lines, never within a line. Every file is on a page, also one without text to show.
 */
export function pagesOf(
  packet: Pick<PacketDocument, 'files' | 'hunks' | 'newHunks'>,
  length: number,
): readonly (readonly ShownFile[])[] {
  const files = packet.files.flatMap((file) => parts(file, shownHunks(packet, file.path), length));
  return packed(files, sizeOf, length);
}

/** Where each path begins: `M src/a.ts (page 2)`. The whole list is always shown, whatever has to go on later pages. */
export function inventoryOf(files: PacketDocument['files'], pages: readonly (readonly ShownFile[])[]): string[] {
  const first = new Map<string, number>();
  for (const [index, page] of pages.entries()) {
    for (const { path } of page) if (!first.has(path)) first.set(path, index + 1);
  }
  return files.map(({ path, status }) => {
    const page = first.get(path) ?? 1;
    return pages.length === 1 ? `${status} ${path}` : `${status} ${path} (page ${page})`;
  });
}

function sizeOf({ path, diff }: ShownFile): number {
  return path.length + (diff?.length ?? 0) + 80;
}

type File = PacketDocument['files'][number];

/** Lines of each hunk; on a revision those are marked that are new to a reviewer who saw the one before. */
function shownHunks({ hunks, newHunks }: Pick<PacketDocument, 'hunks' | 'newHunks'>, path: string) {
  const fresh = newHunks?.[path] ?? [];
  return (hunks[path] ?? []).map((hunk, index) =>
    hunkLines(hunk, fresh.includes(index) ? ' new since your last look' : ''),
  );
}

function parts(file: File, hunks: readonly (readonly string[])[], length: number): ShownFile[] {
  const pieces = cut(hunks, length);
  const { path, oldPath, status } = file;
  const head = { path, ...(oldPath === undefined ? {} : { old_path: oldPath }), status, ...noteOf(file, hunks.length) };
  if (pieces.length === 0) return [head];
  return pieces.map((lines, index) => ({
    ...head,
    ...(pieces.length === 1 ? {} : { part: `${index + 1} of ${pieces.length}` }),
    diff: lines.join('\n'),
  }));
}

/** Whole hunks while they fit into `length`, longer hunks by their lines. */
function cut(hunks: readonly (readonly string[])[], length: number): string[][] {
  const runs = hunks.flatMap((lines) => packed(lines, (line) => line.length + 1, length));
  return packed(runs, textLength, length).map((piece) => piece.flat());
}

/** Items in order, as many together as fit into `length`; one that is longer stands alone. */
function packed<T>(items: readonly T[], size: (item: T) => number, length: number): T[][] {
  const packs: T[][] = [];
  let room = 0;
  for (const item of items) {
    const last = packs.at(-1);
    if (last === undefined || size(item) > room) {
      packs.push([item]);
      room = length;
    } else {
      last.push(item);
    }
    room -= size(item);
  }
  return packs;
}

function textLength(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/** Why there is no text to read, or what else is worth a word. */
function noteOf(file: File, hunks: number): { readonly note?: string } {
  const notes = [
    ...(file.oldMode === file.newMode || file.status !== 'M' ? [] : [`mode ${file.oldMode} -> ${file.newMode}`]),
    ...(file.binary ? ['binary: not shown here; read it in the repository or name it in not_read'] : []),
    ...(file.coverage === 'excluded' ? [`excluded: ${file.coverageRule ?? 'by rule'}`] : []),
    ...(hunks === 0 && (file.added ?? 0) + (file.deleted ?? 0) > 0 ? ['text not shown here'] : []),
  ];
  return notes.length === 0 ? {} : { note: notes.join('; ') };
}
