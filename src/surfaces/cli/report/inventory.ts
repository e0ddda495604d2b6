import type { FileDocument, ReviewDocument } from '../../../application/queries/document.js';
import type { Detail } from './evidence.js';
import { padded, paddedLeft, widthOf } from '../text/layout.js';
import type { Paint } from '../text/paint.js';
import { printable } from '../text/printable.js';
import { shortId } from './summary.js';

/** More entries than this are folded by directory. */
const unfolded: Readonly<Record<Detail, number>> = { brief: 6, full: 40 };

/** So many entries of one coverage, and more, are folded whatever it is: nobody reads on, and the JSON has each by name. */
const readable = 200;

interface Row {
  readonly letter: string;
  readonly name: string;
  readonly counts: string;
  readonly coverage: string;
  readonly loud: boolean;
}

/**
 * The inventory, one entry a line: letter, path, counts, coverage and its rule. A long one is folded by directory, but an
 * entry that was not reviewed, or has anything a person should see, has its own line, as long as hundreds do not share the same
 * coverage; what is protected has one always. In brief what a rule excludes is folded as well.
 */
export function inventoryLines(
  document: ReviewDocument,
  { columns, paint, detail }: { columns: number; paint: Paint; detail: Detail },
): string[] {
  const { files, protectedPaths } = document.change;
  const guarded = new Set(protectedPaths);
  const most = unfolded[detail];
  const rowOf = (file: FileDocument): Row => fileRow(file, guarded.has(file.path));
  if (files.length <= most) return layOut(files.map(rowOf), columns, paint);
  const own: FileDocument[] = [];
  const groups: FileDocument[][] = [];
  const open = files.filter((file) => !guarded.has(file.path));
  for (const alike of grouped(open, coverageWords)) {
    const fold = alike.filter((file) => isFolded(file, detail));
    const rest = alike.filter((file) => !isFolded(file, detail));
    if (rest.length > readable) groups.push(alike);
    else {
      own.push(...rest);
      if (fold.length > 0) groups.push(fold);
    }
  }
  const rows = [...files.filter((file) => guarded.has(file.path)), ...own].map(rowOf);
  return layOut([...rows, ...groups.flatMap((group) => folded(group, most))], columns, paint);
}

/** In the order in which each key came up first. */
function grouped(files: readonly FileDocument[], keyOf: (file: FileDocument) => string): FileDocument[][] {
  const groups = new Map<string, FileDocument[]>();
  for (const file of files) {
    const key = keyOf(file);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [file]);
    else group.push(file);
  }
  return [...groups.values()];
}

function isFolded(file: FileDocument, detail: Detail): boolean {
  if (file.coverage === 'excluded') return detail === 'brief';
  return file.coverage === 'reviewed' && notable(file).length === 0;
}

function coverageWords({ coverage, coverageRule }: FileDocument): string {
  const rule = coverageRule === undefined ? '' : `: ${printable(coverageRule)}`;
  return `${coverage.replaceAll('_', ' ')}${rule}`;
}

function fileRow(file: FileDocument, guarded: boolean): Row {
  const renamed = file.oldPath === undefined ? '' : `${printable(file.oldPath)} -> `;
  const similarity = file.similarity === undefined ? '' : ` (${file.similarity}%)`;
  const notes = [...notable(file), ...(guarded ? ['protected'] : [])].map((note) => ` [${note}]`).join('');
  return {
    letter: file.status,
    name: `${renamed}${printable(file.path)}${similarity}${notes}`,
    counts: countsOf(file),
    coverage: coverageWords(file),
    loud: isLoud(file),
  };
}

function isLoud({ coverage }: FileDocument): boolean {
  return coverage !== 'reviewed' && coverage !== 'excluded';
}

function countsOf(file: FileDocument): string {
  if (file.oldMode === '160000' || file.newMode === '160000') return 'submodule';
  if (file.added === null || file.deleted === null) return 'binary';
  return `+${file.added} -${file.deleted}`;
}

/** Facts beyond content: modes, kinds, line endings, filters. */
export function notable(file: FileDocument): string[] {
  const facts: string[] = [];
  const { oldMode, newMode } = file;
  if (file.status !== 'A' && file.status !== 'D' && oldMode !== newMode) facts.push(`mode ${oldMode} -> ${newMode}`);
  else if (newMode === '100755' && file.status === 'A') facts.push('executable');
  if (newMode === '120000') facts.push('symlink');
  if (newMode === '160000') facts.push(`${shortId(file.oldBlob)} -> ${shortId(file.newBlob)}`);
  if (file.eolChange !== undefined) facts.push(`line endings ${file.eolChange.from} -> ${file.eolChange.to}`);
  if (file.unfiltered !== undefined) facts.push(`filter ${file.unfiltered} not run`);
  if (file.newlineAtEof?.new === false && file.newlineAtEof.old !== false) facts.push('no newline at end');
  return facts.map(printable);
}

/** One row for each directory, at the depth that gives at most as many rows as fit; counts add up. */
function folded(files: readonly FileDocument[], most: number): Row[] {
  const deepest = Math.max(0, ...files.map((file) => file.path.split('/').length - 1));
  for (let depth = deepest; depth >= 0; depth -= 1) {
    const directoryOf = (file: FileDocument): string => {
      const directories = file.path.split('/').slice(0, -1).slice(0, depth);
      return directories.map((part) => `${part}/`).join('');
    };
    const groups = grouped(files, directoryOf);
    if (groups.length <= most || depth === 0) {
      return groups.map((group) => groupRow(group[0] === undefined ? '' : directoryOf(group[0]), group));
    }
  }
  return [];
}

function groupRow(directory: string, files: readonly FileDocument[]): Row {
  const sum = (pick: (file: FileDocument) => number | null): number =>
    files.reduce((total, file) => total + (pick(file) ?? 0), 0);
  const letters = [...new Set(files.map((file) => file.status))].sort().join('');
  const [only] = files;
  if (files.length === 1 && only !== undefined) return fileRow(only, false);
  return {
    letter: letters,
    name: `${printable(directory === '' ? './' : directory)} (${files.length} files)`,
    counts: `+${sum((file) => file.added)} -${sum((file) => file.deleted)}`,
    coverage: only === undefined ? '' : coverageWords(only),
    loud: only !== undefined && isLoud(only),
  };
}

/** Columns are aligned where they fit; a path is never cut, its facts then stand below it. */
function layOut(rows: readonly Row[], columns: number, paint: Paint): string[] {
  const letters = Math.max(1, ...rows.map((row) => row.letter.length));
  const counts = Math.max(0, ...rows.map((row) => row.counts.length));
  const coverage = Math.max(0, ...rows.map((row) => widthOf(row.coverage)));
  const room = columns - (2 + letters + 1 + 2 + counts + 2 + coverage);
  const longest = Math.max(0, ...rows.map((row) => widthOf(row.name)));
  const name = Math.min(longest, Math.max(room, 24));
  return rows.flatMap((row) => {
    const head = `  ${padded(row.letter, letters)} ${row.name}`;
    const state = row.loud ? paint.bad(row.coverage) : paint.faint(row.coverage);
    const tail = `${paddedLeft(row.counts, counts)}  ${state}`;
    const needed = 2 + letters + 1 + name + 2 + counts + 2 + widthOf(row.coverage);
    if (widthOf(row.name) <= name && needed <= columns) {
      return [`${head}${' '.repeat(name - widthOf(row.name))}  ${tail}`];
    }
    return [head, `${' '.repeat(2 + letters + 3)}${row.counts}  ${state}`];
  });
}
