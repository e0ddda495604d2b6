import type { Change, ChangedFile } from '../../../domain/model/change.js';
import type { Hunk } from '../../ports/repository.js';
import type { MaterialContent } from './material.js';

/** Paths whose entry differs between two submissions, those that are gone included. */
export function changedSince(before: Change, now: Change): readonly string[] {
  const was = new Map(before.files.map((file) => [file.path, entry(file)]));
  const is = new Map(now.files.map((file) => [file.path, entry(file)]));
  const paths = new Set([...was.keys(), ...is.keys()]);
  return [...paths].filter((path) => was.get(path) !== is.get(path)).sort();
}

function entry({ status, oldMode, newMode, oldBlob, newBlob, oldPath }: ChangedFile): string {
  return [status, oldMode, newMode, oldBlob, newBlob, oldPath ?? ''].join(' ');
}

/** Of each changed path the hunks, from 0, that were not there before; all of them where what was there is not known. */
export function newHunks(
  changed: readonly string[],
  now: MaterialContent,
  before: MaterialContent | undefined,
): Readonly<Record<string, readonly number[]>> {
  return Object.fromEntries(
    changed.flatMap((path) => {
      const hunks = now.files[path]?.hunks;
      if (hunks === undefined) return [];
      const known = new Set((before?.files[path]?.hunks ?? []).map(textOf));
      return [[path, hunks.flatMap((hunk, index) => (known.has(textOf(hunk)) ? [] : [index]))]];
    }),
  );
}

/** A hunk without its place: lines that only moved are not new. */
function textOf({ lines }: Hunk): string {
  return lines.map(({ kind, text }) => `${kind} ${text}`).join('\n');
}
