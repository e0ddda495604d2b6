import type { Packet } from '../../../application/ports/reviewer.js';
import type { ChangedFile } from '../../../domain/model/change.js';
import type { ShownEntry } from '../../../domain/model/opinion.js';
import type { AnalyzedFile, SourceText } from '../analyzer.js';
import { detectLanguage, languageWord } from '../detect-language.js';
import { isTestPath } from '../test-path.js';
import { decode, maxTextBytes } from './decode.js';

export interface ReadChange {
  /** Readable texts, in the order of the inventory. */
  readonly files: readonly AnalyzedFile[];
  /** One line for every entry that no rule excludes. */
  readonly shown: readonly ShownEntry[];
}

interface Read {
  readonly shown?: ShownEntry;
  readonly file?: AnalyzedFile;
}

type Side = SourceText | { readonly unreadable: string } | undefined;

/** Decodes every entry once on both sides and says honestly how far each can be read. */
export async function readChange(packet: Packet): Promise<ReadChange> {
  const entries = packet.frozen.change.files;
  const sizes = await packet.frozen.blobSizes(entries.flatMap(contentIds));
  const reads = await Promise.all(entries.map((entry) => readEntry(packet, entry, sizes)));
  return {
    files: reads.flatMap(({ file }) => (file === undefined ? [] : [file])),
    shown: reads.flatMap(({ shown }) => (shown === undefined ? [] : [shown])),
  };
}

function contentIds(entry: ChangedFile): string[] {
  const sides = [
    [entry.oldMode, entry.oldBlob],
    [entry.newMode, entry.newBlob],
  ] as const;
  return sides.flatMap(([mode, blob]) => (hasContent(mode) ? [blob] : []));
}

function hasContent(mode: string): boolean {
  return mode !== '000000' && mode !== '160000';
}

async function readEntry(packet: Packet, entry: ChangedFile, sizes: ReadonlyMap<string, number>): Promise<Read> {
  const { path } = entry;
  if (packet.exclusions[path] !== undefined) return {};
  if (entry.oldMode === '160000' || entry.newMode === '160000') {
    const reason = 'a submodule: the commit it points at is another repository, which was not read';
    return { shown: { path, coverage: 'not_shown', reason } };
  }
  const read = (mode: string, blob: string): Promise<Side> => readSide(packet, mode, blob, sizes);
  const [base, head] = await Promise.all([
    read(entry.oldMode, entry.oldBlob),
    entry.newBlob === entry.oldBlob ? undefined : read(entry.newMode, entry.newBlob),
  ]);
  return entry.newBlob === entry.oldBlob ? readAsMoved(entry, base) : readAsText(entry, base, head);
}

async function readSide(packet: Packet, mode: string, blob: string, sizes: ReadonlyMap<string, number>): Promise<Side> {
  if (!hasContent(mode)) return undefined;
  const size = sizes.get(blob);
  if (size === undefined) return { unreadable: 'its content is missing from the repository' };
  if (size > maxTextBytes) return { unreadable: `${size} bytes; texts over ${maxTextBytes} bytes are not read` };
  const bytes = await packet.frozen.readBlob(blob);
  return bytes === undefined ? { unreadable: 'its content is missing from the repository' } : decode(bytes);
}

/** A rename, copy or change of mode alone: its facts are the whole change, whatever the bytes are. */
function readAsMoved(entry: ChangedFile, content: Side): Read {
  const shown: ShownEntry = { path: entry.path, coverage: 'reviewed' };
  const text = textOf(content);
  return text === undefined || isLink(entry) ? { shown } : { shown, file: analyzed(entry, text, text) };
}

function readAsText(entry: ChangedFile, base: Side, head: Side): Read {
  const { path } = entry;
  const deleted = entry.status === 'D';
  const unread = deleted ? missing(base) : (missing(head) ?? failure(head));
  if (unread !== undefined) {
    return { shown: { path, coverage: 'unreadable', reason: unread } };
  }
  const [old, now] = [textOf(base), textOf(head)];
  // The removal of a binary is known in full by the inventory; a link's target is read by the blob analyzer.
  if (isLink(entry) || (old === undefined && now === undefined)) return { shown: { path, coverage: 'reviewed' } };
  const file = analyzed(entry, old, now);
  if (file.language !== 'unsupported') return { shown: { path, coverage: 'reviewed' }, file };
  const reason = `no embedded analyzer reads ${languageWord(path)}; seat an agent or a person`;
  return { shown: { path, coverage: 'partly_shown', reason }, file };
}

function missing(side: Side): string | undefined {
  const reason = failure(side);
  return reason?.includes('missing') === true || reason?.includes('not read') === true ? reason : undefined;
}

function failure(side: Side): string | undefined {
  return side !== undefined && 'unreadable' in side ? side.unreadable : undefined;
}

function textOf(side: Side): SourceText | undefined {
  return side !== undefined && 'text' in side ? side : undefined;
}

function isLink(entry: ChangedFile): boolean {
  return (entry.status === 'D' ? entry.oldMode : entry.newMode) === '120000';
}

function analyzed(entry: ChangedFile, base: SourceText | undefined, head: SourceText | undefined): AnalyzedFile {
  const language = detectLanguage(entry.path, (head ?? base)?.lines[0] ?? '');
  return { entry, path: entry.path, language, isTest: isTestPath(entry.path, language), base, head };
}
