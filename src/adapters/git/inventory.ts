import type { ChangedFile } from '../../domain/model/change.js';
import type { BlobShape } from './blob-shape.js';
import { isNull, modes } from './object-names.js';
import type { PatchSection } from './patch-scanner.js';
import { pathText } from './path-text.js';
import { InventoryMismatch, type RawEntry } from './raw-entries.js';
import { renameLimit, type DiffViews } from './read-diff.js';

/** An entry with the sections of the patch that show it, cross-checked. */
export interface Located {
  readonly entry: RawEntry;
  readonly sections: readonly PatchSection[];
}

/** Pairs entries with sections and checks that the three views agree; throws `InventoryMismatch` where they do not. */
export function locate({ entries, sections }: Pick<DiffViews, 'entries' | 'sections'>): Located[] {
  let at = 0;
  const located = entries.map((entry) => {
    const count = entry.status === 'T' ? 2 : 1;
    const own = sections.slice(at, at + count);
    at += count;
    if (own.length !== count) mismatch(entry, 'the patch ends before it');
    check(entry, own);
    return { entry, sections: own };
  });
  if (at !== sections.length) {
    throw new InventoryMismatch(`The patch shows ${sections.length} files, the list needs ${at}.`);
  }
  return located;
}

/** Ids of the blobs whose line ends must be known. */
export function blobsToShape(located: readonly Located[]): Set<string> {
  const ids = located.filter(hasText).flatMap(({ entry }) => [entry.oldBlob, entry.newBlob]);
  return new Set(ids.filter((id) => !isNull(id)));
}

/** The inventory, sorted by the bytes of the path. */
export function inventory(located: readonly Located[], shapes: ReadonlyMap<string, BlobShape>): ChangedFile[] {
  return [...located]
    .sort((one, other) => Buffer.compare(one.entry.path, other.entry.path))
    .map((item) => changedFile(item, shapes));
}

/** True when git gave up looking for inexact renames: more pairs are left over than the limit allows to compare. */
export function renamesSkipped(entries: readonly RawEntry[]): boolean {
  const added = entries.filter(({ status }) => status === 'A').length;
  const deleted = entries.filter(({ status }) => status === 'D').length;
  return added * deleted > renameLimit * renameLimit;
}

function check(entry: RawEntry, sections: readonly PatchSection[]): void {
  if (entry.status === 'T') return;
  const [section] = sections;
  if (section === undefined) return;
  if (section.oldBlob === undefined ? entry.oldBlob !== entry.newBlob : section.oldBlob !== entry.oldBlob) {
    mismatch(entry, `the patch shows blob ${section.oldBlob ?? 'unchanged'}, the list ${entry.oldBlob}`);
  }
  if (section.newBlob !== undefined && section.newBlob !== entry.newBlob) {
    mismatch(entry, `the patch shows blob ${section.newBlob}, the list ${entry.newBlob}`);
  }
  if (section.binary && entry.added !== null) mismatch(entry, 'the patch calls it binary, the count does not');
  const added = entry.added ?? 0;
  const deleted = entry.deleted ?? 0;
  if (section.addedCount !== added || section.deletedCount !== deleted) {
    mismatch(entry, `the patch has +${section.addedCount} -${section.deletedCount}, the count +${added} -${deleted}`);
  }
}

function mismatch(entry: RawEntry, what: string): never {
  throw new InventoryMismatch(`git's views of ${pathText(entry.path).text} disagree: ${what}.`);
}

function isSubmodule({ oldMode, newMode }: RawEntry): boolean {
  return oldMode === modes.submodule || newMode === modes.submodule;
}

function hasText({ entry }: Located): boolean {
  return entry.added !== null && !isSubmodule(entry);
}

function changedFile(item: Located, shapes: ReadonlyMap<string, BlobShape>): ChangedFile {
  const { entry, sections } = item;
  const binary = entry.added === null;
  const path = pathText(entry.path);
  const oldPath = entry.oldPath === undefined ? undefined : pathText(entry.oldPath);
  return {
    path: path.text,
    ...(path.bytes === undefined ? {} : { pathBytes: path.bytes }),
    ...(oldPath === undefined ? {} : { oldPath: oldPath.text }),
    ...(oldPath?.bytes === undefined ? {} : { oldPathBytes: oldPath.bytes }),
    status: entry.status,
    ...(entry.similarity === undefined ? {} : { similarity: entry.similarity }),
    oldMode: entry.oldMode,
    newMode: entry.newMode,
    oldBlob: entry.oldBlob,
    newBlob: entry.newBlob,
    binary,
    added: entry.added,
    deleted: entry.deleted,
    addedLines: binary || entry.newMode === modes.submodule ? [] : sections.flatMap(({ added }) => added),
    deletedLines: binary || entry.oldMode === modes.submodule ? [] : sections.flatMap(({ deleted }) => deleted),
    ...(hasText(item) ? lineEnds(entry, shapes) : {}),
  };
}

function lineEnds(
  { oldBlob, newBlob }: RawEntry,
  shapes: ReadonlyMap<string, BlobShape>,
): Pick<ChangedFile, 'newlineAtEof' | 'eolChange'> {
  const old = shapes.get(oldBlob);
  const now = shapes.get(newBlob);
  const newlineAtEof = { old: old?.newlineAtEof ?? null, new: now?.newlineAtEof ?? null };
  // A file without any line end has none to change.
  const changed = old !== undefined && now !== undefined && old.eol !== 'none' && now.eol !== 'none';
  if (!changed || old.eol === now.eol) return { newlineAtEof };
  return { newlineAtEof, eolChange: { from: old.eol, to: now.eol } };
}
