import { spooledVerbs, type SealedEntry, type SpooledEntry, type SpooledVerb } from '../model/spool.js';

/**
 * One line for each entry. It begins with a line feed as well, so that half a line, left by a process that was killed,
 * spoils nothing after it.
 */
export function lineOf({ text, signature }: Pick<SealedEntry, 'text' | 'signature'>): string {
  return `\n${JSON.stringify({ entry: text, signature })}\n`;
}

export interface SpoolText {
  /** As they were handed in, each id once. */
  readonly entries: readonly SealedEntry[];
  /** Lines that hold no entry: torn, damaged or foreign. */
  readonly unreadable: number;
}

/** Reads lines back, whatever they hold. */
export function readLines(text: string): SpoolText {
  const read = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(sealedOf);
  const entries = read.filter((each) => each !== undefined);
  return { entries: onceEach(entries), unreadable: read.length - entries.length };
}

/** One order of the entries of several files: by time, and never against the order of a file. */
export function inOrder(files: readonly (readonly SealedEntry[])[]): readonly SealedEntry[] {
  const rest = files.map((entries) => [...entries]);
  const ordered: SealedEntry[] = [];
  for (;;) {
    const heads = rest.filter((entries) => entries.length > 0);
    const next = heads.reduce<SealedEntry[] | undefined>((first, each) => earlier(first, each), undefined);
    const entry = next?.shift();
    if (entry === undefined) return onceEach(ordered);
    ordered.push(entry);
  }
}

function earlier(first: SealedEntry[] | undefined, other: SealedEntry[]): SealedEntry[] {
  if (first === undefined) return other;
  return (other[0]?.entry.at ?? Infinity) < (first[0]?.entry.at ?? Infinity) ? other : first;
}

function onceEach(entries: readonly SealedEntry[]): readonly SealedEntry[] {
  const seen = new Set<string>();
  return entries.filter(({ entry: { id } }) => !seen.has(id) && seen.add(id));
}

function sealedOf(line: string): SealedEntry | undefined {
  const sealed = objectIn(line);
  const { entry: text, signature } = sealed ?? {};
  if (typeof text !== 'string' || !isTextOrNull(signature)) return undefined;
  const entry = entryOf(objectIn(text) ?? {});
  return entry === undefined ? undefined : { entry, text, signature };
}

/** https://github.com/ulid/spec */
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/u;

function entryOf(value: Readonly<Record<string, unknown>>): SpooledEntry | undefined {
  const { id, at, verb, ask, tokenHash, claimed, context, directory, content } = value;
  if (typeof id !== 'string' || !ulid.test(id)) return undefined;
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || !isVerb(verb) || !isObject(ask)) return undefined;
  if (!isTextOrNull(tokenHash) || typeof claimed !== 'string' || !isTextOrNull(context)) return undefined;
  if (typeof directory !== 'string' || !isContent(content)) return undefined;
  return { id, at, verb, ask, tokenHash, claimed, context, directory, content };
}

function isVerb(value: unknown): value is SpooledVerb {
  return spooledVerbs.some((verb) => verb === value);
}

function isContent(value: unknown): value is SpooledEntry['content'] {
  if (value === null) return true;
  return isObject(value) && typeof value['baseTree'] === 'string' && typeof value['headTree'] === 'string';
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    // A torn or foreign line is counted by whoever reads the file.
    return undefined;
  }
}
