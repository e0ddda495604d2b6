import type { ShownEntry } from '../../domain/model/opinion.js';
import type { Classification } from '../../domain/model/review.js';
import type { EntryContent } from './change-content.js';
import { visible } from './fence.js';
import { piecesOf } from './hunk-pieces.js';
import { riskiestFirst } from './risk.js';

/** Content for one prompt. */
export interface Part {
  readonly text: string;
  /** Paths with content in this part, the riskiest first. */
  readonly paths: readonly string[];
}

export interface Split {
  readonly parts: readonly Part[];
  /** One line for every entry that no rule excludes, in the order of the inventory. */
  readonly shown: readonly ShownEntry[];
}

export interface SplitLimits {
  /** Characters of content in one prompt. */
  readonly capacity: number;
  /** Prompts at most; what has no room in them is not shown. */
  readonly maxParts: number;
}

type Text = Extract<EntryContent, { kind: 'text' }>;

interface Open {
  readonly texts: string[];
  readonly paths: string[];
  left: number;
}

/**
 * Content over the budget of one prompt goes into several, split by file and hunk, the riskiest first. Whatever does not fit into
 * any is known as not shown (SPEC 2, rule 2).
 */
export function splitContent(
  contents: readonly EntryContent[],
  classification: Classification,
  limits: SplitLimits,
): Split {
  const open: Open[] = [];
  const coverage = new Map<string, ShownEntry>();
  const texts = contents.filter((content): content is Text => content.kind === 'text');
  for (const content of riskiestFirst(texts, classification)) {
    const { path } = content.file;
    coverage.set(path, place(open, content, limits));
  }
  return {
    parts: open.map(({ texts: each, paths }) => ({ text: each.join('\n\n'), paths })),
    shown: contents.flatMap((content) => {
      const entry = coverage.get(content.file.path) ?? withoutText(content);
      return entry === undefined ? [] : [entry];
    }),
  };
}

function withoutText({ file: { path }, ...content }: EntryContent): ShownEntry | undefined {
  if (content.kind === 'excluded') return undefined;
  if (content.kind === 'facts' || content.kind === 'text') return { path, coverage: 'reviewed' };
  return { path, coverage: content.kind, reason: content.reason };
}

/** Puts a file into the first part that has room for all of it, else hunk by hunk wherever there is room. */
function place(open: Open[], content: Text, limits: SplitLimits): ShownEntry {
  const { path } = content.file;
  const header = `=== ${visible(path)}`;
  const room = limits.capacity - header.length - 40;
  const hunks = content.hunks.map((hunk) => piecesOf(hunk, room));
  const pieces = hunks.flatMap((each) => each ?? []).map(({ text }) => text);
  let placed = 0;
  const whole = [header, ...pieces].join('\n');
  if (pieces.length > 0 && whole.length <= limits.capacity) {
    if (add(open, path, whole, limits)) placed = pieces.length;
  } else {
    pieces.forEach((piece, index) => {
      if (add(open, path, `${header} (piece ${index + 1} of ${pieces.length})\n${piece}`, limits)) placed += 1;
    });
  }
  const long = hunks.filter((each) => each === undefined).length;
  if (placed === pieces.length && long === 0) return { path, coverage: 'reviewed' };
  const reason =
    long > 0
      ? `${long} of ${hunks.length} hunks hold a line that is longer than a prompt may be`
      : `no room for ${pieces.length - placed} of ${pieces.length} pieces in ${limits.maxParts} prompts`;
  return { path, coverage: placed === 0 ? 'not_shown' : 'partly_shown', reason };
}

function add(open: Open[], path: string, text: string, { capacity, maxParts }: SplitLimits): boolean {
  let part = open.find(({ left }) => left >= text.length + 2);
  if (part === undefined) {
    if (open.length >= maxParts || text.length > capacity) return false;
    part = { texts: [], paths: [], left: capacity };
    open.push(part);
  }
  part.texts.push(text);
  part.left -= text.length + 2;
  if (!part.paths.includes(path)) part.paths.push(path);
  return true;
}
