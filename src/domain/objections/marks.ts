import type { Change, ChangedFile } from '../model/change.js';
import type { Marks, RaisedFinding } from '../model/finding.js';

/** `sha256` hex of a UTF-8 text. */
type Digest = (text: string) => string;

/** Lines that were put before a reviewer, by path. */
export type ShownContent = Readonly<Record<string, ShownHunks>>;

export interface ShownHunks {
  readonly hunks: readonly { readonly lines: readonly ShownLine[] }[];
}

interface ShownLine {
  readonly kind: 'context' | 'added' | 'deleted';
  readonly oldLine?: number;
  readonly newLine?: number;
  readonly text: string;
}

/** Lines on either side of those pointed at that are taken for the lines around them. */
const reach = 6;
/** Marks kept of each list: enough to tell half from less, few enough to be written beside every objection. */
const kept = 8;
/** Fewer lines than these say nothing without their path: half of them may be anywhere. */
const telling = 3;

/** How a finding is known again: by the lines it points at, and by those around them. */
export function marksOf(finding: RaisedFinding, change: Change, shown: ShownContent, digest: Digest): Marks {
  const file = change.files.find(({ path }) => path === finding.file);
  if (file === undefined) return marksOfChange(change, shown, digest);
  const lines = linesOf(shown[file.path]);
  if (lines.length === 0) return { at: [entryMark(file, digest)], around: [] };
  const [first, last] = placeIn(lines, finding);
  if (first > last) return marksOfLines(file, lines, lines, digest);
  return marksOfLines(
    file,
    lines.slice(first, last + 1),
    lines.slice(Math.max(0, first - reach), last + 1 + reach),
    digest,
  );
}

/** How a change is known again as a whole. */
export function marksOfChange(change: Change, shown: ShownContent, digest: Digest): Marks {
  const around = new Set<string>();
  const at = new Set<string>();
  for (const file of change.files) {
    const lines = linesOf(shown[file.path]);
    if (lines.length === 0) at.add(entryMark(file, digest));
    for (const { key } of lines) {
      around.add(lineMark(key, digest));
      at.add(placedMark(file.path, key, digest));
    }
  }
  return around.size < telling ? { at: some(at), around: [] } : { at: [], around: some(around) };
}

/** Every mark that one entry of a content bears, with its changed lines. */
export function borneBy(file: ChangedFile, shown: ShownHunks | undefined, digest: Digest): readonly string[] {
  const paths = file.oldPath === undefined ? [file.path] : [file.path, file.oldPath];
  const keys = new Set(linesOf(shown).map((line) => line.key));
  return [
    entryMark(file, digest),
    ...[...keys].flatMap((key) => [lineMark(key, digest), ...paths.map((path) => placedMark(path, key, digest))]),
  ];
}

/** Whether a content that bears these marks holds again what was objected to. */
export function bears(all: ReadonlySet<string>, { at, around }: Marks): boolean {
  return [at, around].some((list) => holdsHalf(all, list));
}

/** What of `marks` a content does not hold; undefined where it holds all. */
export function goneFrom(all: ReadonlySet<string>, { at, around }: Marks): Marks | undefined {
  const missing = (list: readonly string[]) => list.filter((mark) => !all.has(mark));
  const gone = { at: missing(at), around: missing(around) };
  return gone.at.length + gone.around.length === 0 ? undefined : gone;
}

/** Whether a content that bears these marks brings back what was objected to: the lines that went, among those it is known by. */
export function bringsBack(all: ReadonlySet<string>, marks: Marks, gone: Marks): boolean {
  return (['at', 'around'] as const).some((list) => holdsHalf(all, marks[list]) && holdsHalf(all, gone[list]));
}

function holdsHalf(all: ReadonlySet<string>, list: readonly string[]): boolean {
  return list.length > 0 && list.filter((mark) => all.has(mark)).length >= enough(list);
}

/** How many marks of a list have to be found again: half of them. */
export function enough(list: readonly string[]): number {
  return Math.ceil(list.length / 2);
}

interface ChangedLine {
  /** Sign and text without white space: what reindenting or wrapping in blank lines does not change. */
  readonly key: string;
  readonly side: 'head' | 'base';
  readonly line: number;
}

/** Changed lines that hold a letter or a digit, in order; a lone brace is in every change. */
function linesOf(file: ShownHunks | undefined): readonly ChangedLine[] {
  return (file?.hunks ?? []).flatMap(({ lines }) =>
    lines.flatMap(({ kind, text, newLine, oldLine }): readonly ChangedLine[] => {
      if (kind === 'context' || !/[\p{L}\p{N}]/u.test(text)) return [];
      const bare = bareLine(text);
      return kind === 'added'
        ? [{ key: `+${bare}`, side: 'head', line: newLine ?? 0 }]
        : [{ key: `-${bare}`, side: 'base', line: oldLine ?? 0 }];
    }),
  );
}

/** A line without white space, as it is known again. */
export function bareLine(text: string): string {
  return text.replace(/\s+/gu, '');
}

/** First and last of the lines that a finding points at; those that are nearest where none of them was changed. */
function placeIn(lines: readonly ChangedLine[], { line, endLine = line, side = 'head' }: RaisedFinding) {
  if (line === undefined || endLine === undefined) return [0, -1] as const;
  const meant = lines.flatMap((each, index) =>
    each.side === side && each.line >= line && each.line <= endLine ? [index] : [],
  );
  const [first] = meant;
  if (first !== undefined) return [first, meant.at(-1) ?? first] as const;
  const far = lines.map((each) => (each.side === side ? Math.abs(each.line - line) : Number.MAX_SAFE_INTEGER));
  const near = far.indexOf(Math.min(...far));
  return [near, near] as const;
}

function marksOfLines(
  { path }: ChangedFile,
  meant: readonly ChangedLine[],
  near: readonly ChangedLine[],
  digest: Digest,
): Marks {
  const around = new Set(near.map(({ key }) => lineMark(key, digest)));
  return {
    at: some(new Set(meant.map(({ key }) => placedMark(path, key, digest)))),
    around: around.size < telling ? [] : some(around),
  };
}

/** The smallest, whatever the order: of two contents that share lines the same ones are kept. */
function some(marks: ReadonlySet<string>): readonly string[] {
  return [...marks].sort().slice(0, kept);
}

function lineMark(key: string, digest: Digest): string {
  return digest(key).slice(0, 20);
}

function placedMark(path: string, key: string, digest: Digest): string {
  return digest(`${path}\n${key}`).slice(0, 20);
}

/** An entry without lines: its content and its mode, under any path. */
function entryMark({ status, oldBlob, newBlob, newMode }: ChangedFile, digest: Digest): string {
  return digest(`entry ${status === 'D' ? oldBlob : newBlob} ${newMode}`).slice(0, 20);
}
