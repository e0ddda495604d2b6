import { guidelineNames } from '../domain/policy/prompt-files.js';
import type { FrozenChange } from './ports/repository.js';

/** Bytes of guidelines in one packet. */
const budget = 96_000;

/** A file by which a project tells reviewers what it wants. */
export interface Guideline {
  readonly path: string;
  readonly text: string;
}

export interface Guidelines {
  readonly guidelines: Readonly<Record<string, string>>;
  readonly guidelinesLeftOut: readonly string[];
}

/**
 * Of each name the file nearest to each changed path, as the base holds it (SPEC 2, rule 7): what the change itself says of
 * how it is to be judged is part of what is judged.
 */
export async function guidelines(frozen: FrozenChange, paths: readonly string[]): Promise<Guidelines> {
  const folders = new Set(paths.map(folderOf));
  const texts = new Map<string, Promise<string | undefined>>();
  const read = (path: string) => {
    const known = texts.get(path) ?? textOf(frozen, path);
    texts.set(path, known);
    return known;
  };
  const found = new Map<string, string>();
  for (const folder of [...folders].sort()) {
    for (const name of guidelineNames) {
      const nearest = await nearestTo(folder, name, read);
      if (nearest !== undefined) found.set(nearest.path, nearest.text);
    }
  }
  return within(found);
}

/** Each text once, though two names may bear it; what had no room is named. */
export function inOrder({ guidelines: shown, guidelinesLeftOut }: Guidelines): readonly Guideline[] {
  const texts = new Map<string, Guideline>();
  for (const [path, text] of Object.entries(shown)) if (!texts.has(text)) texts.set(text, { path, text });
  return [...texts.values(), ...guidelinesLeftOut.map((path) => ({ path, text: '(too long to be shown here)' }))];
}

async function nearestTo(
  folder: string,
  name: string,
  read: (path: string) => Promise<string | undefined>,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  for (let at = folder; ; at = folderOf(at)) {
    const path = at === '' ? name : `${at}/${name}`;
    const text = await read(path);
    if (text !== undefined) return { path, text };
    if (at === '') return undefined;
  }
}

function within(found: ReadonlyMap<string, string>): Guidelines {
  let left = budget;
  const guidelines: Record<string, string> = {};
  const guidelinesLeftOut: string[] = [];
  for (const [path, text] of [...found].sort(([a], [b]) => depth(a) - depth(b) || (a < b ? -1 : 1))) {
    if (text.length > left) guidelinesLeftOut.push(path);
    else guidelines[path] = text;
    left -= text.length > left ? 0 : text.length;
  }
  return { guidelines, guidelinesLeftOut };
}

async function textOf(frozen: FrozenChange, path: string): Promise<string | undefined> {
  const bytes = await frozen.readFile('accepted', path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

function depth(path: string): number {
  return path.split('/').length;
}
