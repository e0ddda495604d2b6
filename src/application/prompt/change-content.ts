import type { ChangedFile } from '../../domain/model/change.js';
import type { FrozenChange, Hunk } from '../ports/repository.js';

/** What can be put before a reviewer of one entry of the inventory. */
export type EntryContent = { readonly file: ChangedFile } & (
  | { readonly kind: 'text'; readonly hunks: readonly Hunk[]; readonly base?: SourceLines; readonly head?: SourceLines }
  /** The line of the inventory is the whole change: a rename, a mode, an empty file. */
  | { readonly kind: 'facts' }
  /** Its content can't be shown as text. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** It is known that content was left out. */
  | { readonly kind: 'not_shown'; readonly reason: string }
  | { readonly kind: 'excluded'; readonly rule: string }
);

/** Lines of one side, each without its line feed. */
export type SourceLines = readonly string[];

/** A text above this is not put before a reviewer: nobody wrote it by hand. */
const maxTextBytes = 5_000_000;
const submodule = '160000';
const absent = '000000';

/** Reads every entry of the change once. An entry that can't be read spoils no other (FAULTS pr-agent#2852). */
export async function readContent(
  frozen: FrozenChange,
  exclusions: Readonly<Record<string, string>>,
): Promise<readonly EntryContent[]> {
  const { files } = frozen.change;
  const wanted = files.filter((file) => exclusions[file.path] === undefined);
  const sizes = await frozen.blobSizes(wanted.flatMap((file) => blobsOf(file).map(({ blob }) => blob)));
  const contents: EntryContent[] = [];
  for (const file of files) contents.push(await readEntry(frozen, file, exclusions[file.path], sizes));
  return contents;
}

async function readEntry(
  frozen: FrozenChange,
  file: ChangedFile,
  rule: string | undefined,
  sizes: ReadonlyMap<string, number>,
): Promise<EntryContent> {
  if (rule !== undefined) return { file, kind: 'excluded', rule };
  if (file.oldMode === submodule || file.newMode === submodule)
    return { file, kind: 'not_shown', reason: 'a submodule: the commits it points at belong to another repository' };
  if (file.oldBlob === file.newBlob) return { file, kind: 'facts' };
  if (file.binary) return { file, kind: 'unreadable', reason: 'binary content' };
  const sides = new Map<string, SourceLines>();
  for (const { side, blob } of blobsOf(file)) {
    const read = await readLines(frozen, blob, sizes.get(blob));
    if (typeof read === 'string') return { file, kind: 'unreadable', reason: read };
    sides.set(side, read);
  }
  const hunks = await frozen.hunks(file.path);
  if (hunks.length === 0) return { file, kind: 'facts' };
  const base = sides.get('base');
  const head = sides.get('head');
  return { file, kind: 'text', hunks, ...(base && { base }), ...(head && { head }) };
}

function blobsOf(file: ChangedFile): readonly { readonly side: 'base' | 'head'; readonly blob: string }[] {
  const sides = [
    { side: 'base', mode: file.oldMode, blob: file.oldBlob },
    { side: 'head', mode: file.newMode, blob: file.newBlob },
  ] as const;
  return sides.filter(({ mode }) => mode !== absent && mode !== submodule);
}

/** The lines, or why there are none. Strict UTF-8: a replaced byte would be a text that nobody committed. */
async function readLines(frozen: FrozenChange, blob: string, size: number | undefined): Promise<SourceLines | string> {
  if (size === undefined) return 'its content is missing from the repository';
  if (size > maxTextBytes) return `${size} bytes; texts over ${maxTextBytes} bytes are not shown`;
  const bytes = await frozen.readBlob(blob);
  if (bytes === undefined) return 'its content is missing from the repository';
  try {
    const lines = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).split('\n');
    return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  } catch (error) {
    if (error instanceof TypeError) return 'not valid UTF-8';
    throw error;
  }
}
