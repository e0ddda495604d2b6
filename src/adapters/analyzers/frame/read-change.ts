import type { Packet } from '../../../application/ports/reviewer.js';
import type { ChangedFile, LineRange } from '../../../domain/model/change.js';
import type { ShownEntry } from '../../../domain/model/opinion.js';
import type { AnalyzedFile, SourceText } from '../analyzer.js';
import { detectLanguage, languageWord } from '../detect-language.js';
import { isForeign, isForeignPath } from '../generated.js';
import { isProgram } from '../language.js';
import { isTestData, isTestPath } from '../test-path.js';
import { decode, maxTextBytes, notUtf8 } from './decode.js';
import { unjudged } from './steering.js';

export interface ReadChange {
  /** Readable texts, in the order of the inventory. */
  readonly files: readonly AnalyzedFile[];
  /** One line for every entry that no rule excludes. */
  readonly shown: readonly ShownEntry[];
  readonly unread: readonly UnreadFile[];
}

/** An entry of which no analyzer had a side that it would have read. */
export interface UnreadFile {
  /** Without the text that could not be read. */
  readonly file: AnalyzedFile;
  readonly reason: string;
}

interface Read {
  readonly shown?: ShownEntry;
  readonly files?: readonly AnalyzedFile[];
  readonly unread?: UnreadFile;
}

type Side = SourceText | { readonly unreadable: string } | undefined;

/** Decodes every entry once on both sides and says honestly how far each can be read. */
export async function readChange(packet: Packet): Promise<ReadChange> {
  const entries = packet.frozen.change.files;
  const sizes = await packet.frozen.blobSizes(entries.flatMap(contentIds));
  const reads = await Promise.all(entries.map((entry) => readEntry(packet, entry, sizes)));
  return {
    files: reads.flatMap(({ files }) => files ?? []),
    shown: reads.flatMap(({ shown }) => (shown === undefined ? [] : [shown])),
    unread: reads.flatMap(({ unread }) => unread ?? []),
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
    return { shown: { path, coverage: 'not_shown', reason }, unread: { file: withoutText(entry), reason } };
  }
  const read = (mode: string, blob: string): Promise<Side> => readSide(packet, mode, blob, sizes);
  const [base, head] = await Promise.all([
    read(entry.oldMode, entry.oldBlob),
    entry.newBlob === entry.oldBlob ? undefined : read(entry.newMode, entry.newBlob),
  ]);
  const result = entry.newBlob === entry.oldBlob ? readAsMoved(entry, base) : readAsText(entry, base, head);
  return packet.personDecides === true ? result : withoutJudgement(entry, result);
}

/** A program among what is protected is judged as one. */
function withoutJudgement(entry: ChangedFile, read: Read): Read {
  const why = unjudged(entry);
  if (why === undefined || read.shown?.coverage !== 'reviewed') return read;
  return { ...read, shown: { path: entry.path, coverage: 'partly_shown', reason: `${why}; ${seatSomebody}` } };
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
  return text === undefined || isLink(entry) ? { shown } : asText(entry, text, text);
}

function readAsText(entry: ChangedFile, base: Side, head: Side): Read {
  const { path } = entry;
  const deleted = entry.status === 'D';
  const unread = deleted ? missing(base) : (missing(head) ?? failure(head));
  if (unread !== undefined) {
    return {
      shown: { path, coverage: 'unreadable', reason: unread },
      unread: { file: withoutText(entry), reason: unread },
    };
  }
  const [old, now] = [textOf(base), textOf(head)];
  // The removal of a binary is known in full by the inventory; a link's target is read by the blob analyzer.
  if (isLink(entry) || (old === undefined && now === undefined && failure(base) !== notUtf8)) {
    return { shown: { path, coverage: 'reviewed' } };
  }
  const unseen = failure(base);
  if (unseen === undefined) return asText(entry, old, now);
  const reason = `what it was before could not be read: ${unseen}`;
  return {
    ...asText(entry, old, now),
    shown: { path, coverage: 'partly_shown', reason },
    unread: { file: analyzed(entry, old, now), reason },
  };
}

/** A text, and whether an analyzer reads its language. */
function asText(entry: ChangedFile, old: SourceText | undefined, now: SourceText | undefined): Read {
  const { path } = entry;
  const files = becameAnother(entry, old, now)
    ? [...departed(entry, old), newcomer(entry, now)]
    : [entry.binary ? newcomer(entry, now) : analyzed(entry, old, now)];
  const reason = files.map(halfRead).find((each) => each !== undefined);
  // What nobody here reads was read by nobody before either: a rename alone brings nothing to read.
  if (reason === undefined || (entry.oldBlob === entry.newBlob && files.length === 1)) {
    return { shown: { path, coverage: 'reviewed' }, files };
  }
  return { shown: { path, coverage: 'partly_shown', reason }, files };
}

/** Why the analyzers do not say all of a text that they say of others. */
function halfRead(file: AnalyzedFile): string | undefined {
  if (file.language === 'unsupported') return `no embedded analyzer reads ${languageWord(file.path)}; ${seatSomebody}`;
  if (file.head === undefined || !isProgram(file.language) || !isForeign(file)) return undefined;
  return `it says that it is generated, built or vendored, and was not judged like code of the project; exclude it by a rule of the policy, or ${seatSomebody}`;
}

const seatSomebody = 'seat an agent or a person';

/**
 * A rename that makes of a file what it was not: a program of a note, product code of a fixture, a note of a test. Whoever
 * looked at it before looked at something else, so it is judged as one file that went and another that came.
 */
function becameAnother(
  { path, oldPath }: ChangedFile,
  old: SourceText | undefined,
  now: SourceText | undefined,
): boolean {
  return oldPath !== undefined && placeOf(oldPath, old) !== placeOf(path, now);
}

/** What analyzers make of a path. */
function placeOf(path: string, source: SourceText | undefined): string {
  const language = detectLanguage(path, source?.lines[0] ?? '');
  const workflow = path.startsWith('.github/workflows/');
  return [language, isTestPath(path, language), isForeignPath(path), workflow].join();
}

/** What went. Faults of test data were meant, so they excuse none of the same in what came. */
function departed(entry: ChangedFile, old: SourceText | undefined): readonly AnalyzedFile[] {
  const path = entry.oldPath ?? entry.path;
  if (isTestData(path)) return [];
  return [analyzed({ ...entry, path, status: 'D', addedLines: [], deletedLines: allLines(old) }, old, undefined)];
}

/** The head as if there had been nothing: every line of it is new. */
function newcomer(entry: ChangedFile, now: SourceText | undefined): AnalyzedFile {
  return analyzed({ ...entry, status: 'A', addedLines: allLines(now), deletedLines: [] }, undefined, now);
}

function allLines(source: SourceText | undefined): readonly LineRange[] {
  const count = source?.lines.length ?? 0;
  return count === 0 ? [] : [[1, count]];
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

/** What nobody read may hold a program, unless its name says what text it is. */
function withoutText(entry: ChangedFile): AnalyzedFile {
  const file = analyzed(entry, undefined, undefined);
  const name = entry.path.slice(entry.path.lastIndexOf('/') + 1);
  const isUnknown = !isProgram(file.language) && (entry.binary || !name.includes('.'));
  return isUnknown ? { ...file, language: 'unsupported' } : file;
}
