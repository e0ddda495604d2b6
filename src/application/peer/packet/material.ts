import type { ChangedFile } from '../../../domain/model/change.js';
import type { ShownEntry } from '../../../domain/model/opinion.js';
import type { Material } from '../../../domain/model/peer.js';
import type { Review } from '../../../domain/model/review.js';
import { canonicalJson } from '../../canonical.js';
import type { FrozenChange, Hunk } from '../../ports/repository.js';
import type { BlobStore } from '../../ports/store.js';
import { guidelines } from '../../guidelines.js';

/** What a reviewer reads of a change, as it is stored: bytes that nobody moves under a reviewer. */
export interface MaterialContent {
  readonly schema: 'countersign/material@1';
  /** Guideline files of the base, path to text. */
  readonly guidelines: Readonly<Record<string, string>>;
  /** Guideline files that were too long to be shown. */
  readonly guidelinesLeftOut: readonly string[];
  /** Each entry that has lines, by path. */
  readonly files: Readonly<Record<string, FileContent>>;
}

export interface FileContent {
  /** Lines of the file at the head, at the base for a deletion. */
  readonly lines: number;
  readonly hunks: readonly Hunk[];
}

/** Bytes of hunks in one packet: about 100,000 tokens, what agents read at once. */
const budget = 400_000;
/** Bytes that the JSON of one line needs beside its text. */
const lineOverhead = 48;
/** Larger files are shown by their hunks; how many lines they have is not counted. */
const longestCounted = 4_000_000;

export interface MaterialInput {
  readonly frozen: FrozenChange;
  readonly exclusions: Readonly<Record<string, string>>;
  /** Paths shown first where not everything fits. */
  readonly sensitive: readonly string[];
}

/** Reads what reviewers need of a frozen change and stores it. The answer names what it does not show whole. */
export async function storeMaterial(blobs: BlobStore, input: MaterialInput): Promise<Material> {
  const { content, gaps } = await readMaterial(input);
  return { digest: await blobs.put(new TextEncoder().encode(canonicalJson(content))), gaps };
}

/** The stored material. Throws when the store has lost it. */
export async function loadMaterial(blobs: BlobStore, { digest }: Material): Promise<MaterialContent> {
  const bytes = await blobs.get(digest);
  if (bytes === undefined)
    throw new Error(`the store has no blob ${digest}: what reviewers read is lost; restore it from a backup`);
  // It was written by `storeMaterial`, and its digest was compared.
  return JSON.parse(new TextDecoder().decode(bytes)) as MaterialContent;
}

/** The lines that reviewers of a review as it stands are shown. */
export async function shownOf(blobs: BlobStore, { peer }: Pick<Review, 'peer'>): Promise<MaterialContent['files']> {
  const material = peer?.material ?? null;
  return material === null ? {} : (await loadMaterial(blobs, material)).files;
}

async function readMaterial(input: MaterialInput): Promise<{ content: MaterialContent; gaps: readonly ShownEntry[] }> {
  const { frozen, exclusions } = input;
  const entries = frozen.change.files.filter(({ path }) => exclusions[path] === undefined);
  const sizes = await frozen.blobSizes(entries.map(contentId));
  const files: Record<string, FileContent> = {};
  const gaps: ShownEntry[] = [];
  let left = budget;
  for (const entry of inOrder(entries, input.sensitive)) {
    const read = await readEntry(frozen, entry, sizes.get(contentId(entry)));
    if (read.gap !== undefined) gaps.push(read.gap);
    if (read.file === undefined) continue;
    const shown = withinBudget(read.file, left);
    left -= shown.cost;
    if (shown.file !== undefined) files[entry.path] = shown.file;
    if (shown.left > 0 && read.gap === undefined) gaps.push(tooLong(entry.path, read.file.hunks.length, shown.left));
  }
  const texts = await guidelines(
    frozen,
    entries.map(({ path }) => path),
  );
  return { content: { schema: 'countersign/material@1', files, ...texts }, gaps: sorted(gaps, entries) };
}

/** The riskiest first, then the shortest, so that as much as possible is shown whole. */
function inOrder(entries: readonly ChangedFile[], sensitive: readonly string[]): readonly ChangedFile[] {
  const first = new Set(sensitive);
  const rank = ({ path }: ChangedFile) => (first.has(path) ? 0 : 1);
  const size = ({ added, deleted }: ChangedFile) => (added ?? 0) + (deleted ?? 0);
  return [...entries].sort((a, b) => rank(a) - rank(b) || size(a) - size(b) || (a.path < b.path ? -1 : 1));
}

function sorted(gaps: readonly ShownEntry[], entries: readonly ChangedFile[]): readonly ShownEntry[] {
  const byPath = new Map(gaps.map((gap) => [gap.path, gap]));
  return entries.flatMap(({ path }) => byPath.get(path) ?? []);
}

interface Read {
  readonly file?: FileContent;
  readonly gap?: ShownEntry;
}

const submodule = '160000';

async function readEntry(frozen: FrozenChange, entry: ChangedFile, size: number | undefined): Promise<Read> {
  const { path, oldBlob, newBlob, oldMode, newMode } = entry;
  if (oldMode === submodule || newMode === submodule)
    return { gap: { path, coverage: 'not_shown', reason: 'a submodule: its commits are in another repository' } };
  // A rename, copy or change of mode alone: the inventory says all of it.
  if (oldBlob === newBlob) return {};
  if (entry.binary) return { gap: { path, coverage: 'unreadable', reason: 'binary' } };
  const hunks = await frozen.hunks(path);
  const counted = await countLines(frozen, contentId(entry), size);
  const file = { lines: counted.lines ?? lastLine(hunks), hunks };
  if (counted.utf8) return { file };
  return { file, gap: { path, coverage: 'partly_shown', reason: 'not UTF-8: some characters stand for others' } };
}

function contentId({ status, oldBlob, newBlob }: ChangedFile): string {
  return status === 'D' ? oldBlob : newBlob;
}

async function countLines(
  frozen: FrozenChange,
  id: string,
  size: number | undefined,
): Promise<{ readonly lines?: number; readonly utf8: boolean }> {
  const bytes = size === undefined || size > longestCounted ? undefined : await frozen.readBlob(id);
  if (bytes === undefined) return { utf8: true };
  const text = decoded(bytes);
  if (text === undefined) return { utf8: false };
  const ends = text.split('\n').length - 1;
  return { lines: text.endsWith('\n') || text === '' ? ends : ends + 1, utf8: true };
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function lastLine(hunks: readonly Hunk[]): number {
  const last = hunks.at(-1);
  return last === undefined ? 0 : last.newStart + last.newLines - 1;
}

interface Shown {
  readonly file?: FileContent;
  readonly cost: number;
  /** Hunks that did not fit. */
  readonly left: number;
}

/** Whole hunks as long as they fit, never a part of a line. */
function withinBudget(file: FileContent, room: number): Shown {
  let cost = 0;
  const hunks: Hunk[] = [];
  for (const hunk of file.hunks) {
    const price = hunk.lines.reduce((sum, { text }) => sum + text.length + lineOverhead, 0);
    if (cost + price > room) break;
    cost += price;
    hunks.push(hunk);
  }
  const left = file.hunks.length - hunks.length;
  return hunks.length === 0 && left > 0 ? { cost: 0, left } : { file: { ...file, hunks }, cost, left };
}

function tooLong(path: string, all: number, left: number): ShownEntry {
  const reason = `the change is longer than a packet: ${left} of ${all} hunks left out; split the change`;
  return { path, coverage: left === all ? 'not_shown' : 'partly_shown', reason };
}
