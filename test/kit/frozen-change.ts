import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diffArrays } from 'diff';
import type { FrozenChange, Hunk, HunkLine, TreeEntry } from '../../src/application/ports/repository.js';
import type { Packet } from '../../src/application/ports/reviewer.js';
import type { Change, ChangedFile, Commit, LineEnding, LineRange } from '../../src/domain/model/change.js';

/** Content of one path: text, bytes, or either with a mode (`120000`: the text is the target; `160000`: the commit id). */
export type FileSpec =
  | string
  | Uint8Array
  | { readonly content: string | Uint8Array; readonly mode?: '100644' | '100755' | '120000' | '160000' };

export type FileMap = Readonly<Record<string, FileSpec>>;

export interface ChangeSpec {
  readonly base?: FileMap;
  readonly head: FileMap;
  /** Newest first. */
  readonly messages?: readonly string[];
  /** Blob ids that `readBlob` must not find, as in a partial clone; by path of the head. */
  readonly missing?: readonly string[];
  /** Ids of commits that the change takes back line for line. */
  readonly takesBack?: readonly string[];
}

interface Stored {
  readonly path: string;
  readonly mode: string;
  readonly blob: string;
  readonly bytes: Buffer;
}

interface Pair {
  readonly old: Stored | undefined;
  readonly new: Stored | undefined;
  readonly similarity?: number;
}

const noBlob = '0'.repeat(40);

/**
 * A frozen change held in memory, built from the files of two trees: unchanged files stand in both maps. Ids, modes,
 * statuses, line ranges, renames (same bytes, or half of the lines the same) and hunks are what git would say.
 */
export function frozenChange(spec: ChangeSpec): FrozenChange {
  const sides = { base: storeAll(spec.base ?? {}), head: storeAll(spec.head) };
  const blobs = new Map<string, Buffer>();
  for (const stored of [...sides.base.values(), ...sides.head.values()]) {
    if (stored.mode !== '160000') blobs.set(stored.blob, stored.bytes);
  }
  for (const path of spec.missing ?? []) blobs.delete(sides.head.get(path)?.blob ?? '');
  const pairs = pairUp(sides.base, sides.head);
  const files = pairs.map(describe);

  return {
    change: changeOf(files, spec.messages ?? [], sides),
    baseAccepted: true,
    readBlob: (id) => Promise.resolve(blobs.get(id)),
    blobSizes: (ids) =>
      Promise.resolve(
        new Map(
          ids.flatMap((id): [string, number][] => {
            const bytes = blobs.get(id);
            return bytes === undefined ? [] : [[id, bytes.length]];
          }),
        ),
      ),
    listTree: (side) => Promise.resolve(listTree(sides[side])),
    readFile: (side, path) => {
      const stored = sides[side === 'accepted' ? 'base' : side].get(path);
      return Promise.resolve(stored === undefined || stored.mode === '160000' ? undefined : blobs.get(stored.blob));
    },
    hunks: (path) => Promise.resolve(hunksOf(pairs[files.findIndex((file) => file.path === path)])),
    checkout: async (side, directory, paths) => {
      for (const stored of sides[side].values()) {
        if (stored.mode === '160000' || (paths !== undefined && !paths.includes(stored.path))) continue;
        const target = join(directory, stored.path);
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, stored.bytes, { mode: stored.mode === '100755' ? 0o755 : 0o644 });
      }
    },
    takesBack: (commit) => Promise.resolve(spec.takesBack?.includes(commit) === true),
    getReady: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** A packet for `frozen` with no criteria and the verdict numbers of SPEC 5.5. */
export function packetFor(frozen: FrozenChange, more: Partial<Packet> = {}): Packet {
  return {
    reviewId: '01TEST',
    frozen,
    classification: { type: 'code_change', reason: 'a test', protectedPaths: [], sensitivePaths: [] },
    criteria: [],
    exclusions: {},
    embeddedVerdict: {
      criticalConfidence: 40,
      importantConfidence: 60,
      minorConfidence: 75,
      cleanConfidence: 95,
      maxMinor: 2,
    },
    ...more,
  };
}

function storeAll(map: FileMap): Map<string, Stored> {
  return new Map(
    Object.entries(map).map(([path, spec]): [string, Stored] => {
      const whole = typeof spec === 'string' || spec instanceof Uint8Array ? { content: spec } : spec;
      const bytes = typeof whole.content === 'string' ? Buffer.from(whole.content) : Buffer.from(whole.content);
      const mode = whole.mode ?? '100644';
      return [path, { path, mode, bytes, blob: mode === '160000' ? bytes.toString() : blobId(bytes) }];
    }),
  );
}

function blobId(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function pairUp(base: ReadonlyMap<string, Stored>, head: ReadonlyMap<string, Stored>): Pair[] {
  const pairs: Pair[] = [];
  const gone = new Map([...base].filter(([path]) => !head.has(path)));
  for (const stored of head.values()) {
    const old = base.get(stored.path);
    if (old !== undefined) {
      if (old.blob !== stored.blob || old.mode !== stored.mode) pairs.push({ old, new: stored });
      continue;
    }
    const best = bestSource(stored, gone);
    if (best === undefined) {
      pairs.push({ old: undefined, new: stored });
    } else {
      gone.delete(best.from.path);
      pairs.push({ old: best.from, new: stored, similarity: best.similarity });
    }
  }
  for (const old of gone.values()) pairs.push({ old, new: undefined });
  const pathOf = (pair: Pair): string => (pair.new ?? pair.old)!.path;
  return pairs.sort((a, b) => Buffer.compare(Buffer.from(pathOf(a)), Buffer.from(pathOf(b))));
}

function bestSource(to: Stored, gone: ReadonlyMap<string, Stored>): { from: Stored; similarity: number } | undefined {
  let best: { from: Stored; similarity: number } | undefined;
  for (const from of gone.values()) {
    if (from.mode.slice(0, 3) !== to.mode.slice(0, 3) || to.mode === '160000') continue;
    const similarity = from.blob === to.blob ? 100 : Math.min(99, lineSimilarity(from.bytes, to.bytes));
    if (similarity >= 50 && similarity > (best?.similarity ?? 0)) best = { from, similarity };
  }
  return best;
}

function lineSimilarity(a: Buffer, b: Buffer): number {
  const same = diffArrays(linesOf(a), linesOf(b))
    .filter((part) => !part.added && !part.removed)
    .reduce((sum, part) => sum + part.value.join('').length, 0);
  return Math.floor((100 * same) / Math.max(1, a.length, b.length));
}

/** Lines with their line feed; bytes as latin1 so that equality is equality of bytes. */
function linesOf(bytes: Buffer): string[] {
  return bytes.toString('latin1').match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function isBinary(stored: Stored | undefined): boolean {
  return stored?.bytes.subarray(0, 8000).includes(0) ?? false;
}

function describe(pair: Pair): ChangedFile {
  const { old, new: head } = pair;
  return {
    path: (head ?? old)!.path,
    ...(pair.similarity === undefined ? {} : { oldPath: old!.path, similarity: pair.similarity }),
    status: statusOf(pair),
    oldMode: old?.mode ?? '000000',
    newMode: head?.mode ?? '000000',
    oldBlob: old?.blob ?? noBlob,
    newBlob: head?.blob ?? noBlob,
    ...contentOf(old, head),
  };
}

type Content = Pick<
  ChangedFile,
  'binary' | 'added' | 'deleted' | 'addedLines' | 'deletedLines' | 'newlineAtEof' | 'eolChange'
>;

function contentOf(old: Stored | undefined, head: Stored | undefined): Content {
  const nothing = { addedLines: [], deletedLines: [] };
  if (old?.mode === '160000' || head?.mode === '160000') {
    return { ...nothing, binary: false, added: Number(head !== undefined), deleted: Number(old !== undefined) };
  }
  if (old?.blob !== head?.blob && (isBinary(old) || isBinary(head))) {
    return { ...nothing, binary: true, added: null, deleted: null };
  }
  const { added, deleted } = changedRanges(old, head);
  const count = (list: readonly LineRange[]): number => list.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  const endings = eolChange(old, head);
  return {
    binary: false,
    added: count(added),
    deleted: count(deleted),
    addedLines: added,
    deletedLines: deleted,
    newlineAtEof: { old: endsInNewline(old), new: endsInNewline(head) },
    ...(endings === undefined ? {} : { eolChange: endings }),
  };
}

function statusOf({ old, new: head, similarity }: Pair): ChangedFile['status'] {
  if (old === undefined) return 'A';
  if (head === undefined) return 'D';
  if (similarity !== undefined) return 'R';
  return old.mode.slice(0, 3) === head.mode.slice(0, 3) ? 'M' : 'T';
}

function endsInNewline(stored: Stored | undefined): boolean | null {
  return stored === undefined ? null : stored.bytes.at(-1) === 10;
}

function eolChange(old: Stored | undefined, head: Stored | undefined): ChangedFile['eolChange'] {
  if (old === undefined || head === undefined) return undefined;
  const [from, to] = [ending(old.bytes), ending(head.bytes)];
  return from === to || from === 'none' || to === 'none' ? undefined : { from, to };
}

function ending(bytes: Buffer): LineEnding {
  const text = bytes.toString('latin1');
  const crlf = text.split('\r\n').length - 1;
  const all = text.split('\n').length - 1;
  if (all === 0) return 'none';
  return crlf === 0 ? 'lf' : crlf === all ? 'crlf' : 'mixed';
}

function changedRanges(
  old: Stored | undefined,
  head: Stored | undefined,
): { added: LineRange[]; deleted: LineRange[] } {
  const added: LineRange[] = [];
  const deleted: LineRange[] = [];
  let [oldLine, newLine] = [1, 1];
  for (const part of diffArrays(old ? linesOf(old.bytes) : [], head ? linesOf(head.bytes) : [])) {
    const length = part.value.length;
    if (part.added) added.push([newLine, newLine + length - 1]);
    if (part.removed) deleted.push([oldLine, oldLine + length - 1]);
    if (!part.removed) newLine += length;
    if (!part.added) oldLine += length;
  }
  return { added, deleted };
}

function hunksOf(pair: Pair | undefined): Hunk[] {
  if (pair === undefined || !hasLines(pair)) return [];
  const lines = allLines(pair);
  const hunks: Hunk[] = [];
  let from = lines.findIndex(isChange);
  while (from !== -1) {
    let last = from;
    for (let at = from; at < lines.length && at - last <= 6; at += 1) if (isChange(lines[at]!)) last = at;
    hunks.push(hunkOf(lines, Math.max(0, from - 3), Math.min(lines.length, last + 4)));
    const next = lines.slice(last + 1).findIndex(isChange);
    from = next === -1 ? -1 : last + 1 + next;
  }
  return hunks;
}

function isChange({ kind }: HunkLine): boolean {
  return kind !== 'context';
}

function hasLines({ old, new: head }: Pair): boolean {
  const submodule = [old, head].some((each) => each?.mode === '160000');
  return !submodule && !isBinary(old) && !isBinary(head) && old?.blob !== head?.blob;
}

function allLines({ old, new: head }: Pair): HunkLine[] {
  const lines: HunkLine[] = [];
  let [oldLine, newLine] = [1, 1];
  for (const part of diffArrays(old ? linesOf(old.bytes) : [], head ? linesOf(head.bytes) : [])) {
    for (const value of part.value) {
      const text = Buffer.from(value.replace(/\n$/, ''), 'latin1').toString('utf8');
      if (part.added) lines.push({ kind: 'added', newLine: newLine++, text });
      else if (part.removed) lines.push({ kind: 'deleted', oldLine: oldLine++, text });
      else lines.push({ kind: 'context', oldLine: oldLine++, newLine: newLine++, text });
    }
  }
  return lines;
}

function hunkOf(all: readonly HunkLine[], from: number, to: number): Hunk {
  const lines = all.slice(from, to);
  const before = all.slice(0, from);
  const old = lines.filter((line) => line.kind !== 'added').length;
  const head = lines.filter((line) => line.kind !== 'deleted').length;
  return {
    oldStart: before.filter((line) => line.kind !== 'added').length + (old === 0 ? 0 : 1),
    oldLines: old,
    newStart: before.filter((line) => line.kind !== 'deleted').length + (head === 0 ? 0 : 1),
    newLines: head,
    lines,
  };
}

function listTree(side: ReadonlyMap<string, Stored>): TreeEntry[] {
  return [...side.values()]
    .filter((stored) => stored.mode !== '160000')
    .map(({ path, mode, blob }) => ({ path, mode, blob }));
}

function treeId(side: ReadonlyMap<string, Stored>): string {
  const hash = createHash('sha1');
  for (const stored of side.values()) hash.update(`${stored.mode} ${stored.path}\0${stored.blob}\n`);
  return hash.digest('hex');
}

function changeOf(
  files: readonly ChangedFile[],
  messages: readonly string[],
  sides: Readonly<Record<'base' | 'head', ReadonlyMap<string, Stored>>>,
): Change {
  const person = { name: 'Ada', email: 'ada@example.org' };
  const commits = messages.map((message, index): Commit => {
    const id = createHash('sha1').update(`${index} ${message}`).digest('hex');
    return { id, author: person, committer: person, message };
  });
  return {
    source: 'range',
    title: 'main..topic',
    baseCommit: 'b'.repeat(40),
    headCommit: commits[0]?.id ?? 'a'.repeat(40),
    baseTree: treeId(sides.base),
    headTree: treeId(sides.head),
    patchId: createHash('sha1').update(JSON.stringify(files)).digest('hex'),
    commits,
    files,
    notes: [],
  };
}
