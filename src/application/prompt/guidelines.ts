import type { FrozenChange } from '../ports/repository.js';

/** A file by which a project tells reviewers what it wants. */
export interface Guideline {
  readonly path: string;
  readonly text: string;
}

const names = ['AGENTS.md', 'CLAUDE.md', 'REVIEW.md'] as const;
const file = /^100[0-9]{3}$/;
const maxBytes = 200_000;

/**
 * The guidelines nearest to each changed file, of each name its own, from the base: a change is never reviewed by guidelines that it
 * brings (SPEC 2, rule 7). The files nearest to the top come first; the same text under two names is read once.
 */
export async function readGuidelines(
  frozen: Pick<FrozenChange, 'change' | 'listTree' | 'readBlob'>,
): Promise<readonly Guideline[]> {
  const tree = await frozen.listTree('base');
  const known = new Map(
    tree.filter(({ path, mode }) => isGuideline(path) && file.test(mode)).map(({ path, blob }) => [path, blob]),
  );
  if (known.size === 0) return [];
  const wanted = new Set<string>();
  for (const { path } of frozen.change.files)
    for (const name of names) {
      const nearest = folders(path)
        .map((folder) => `${folder}${name}`)
        .find((candidate) => known.has(candidate));
      if (nearest !== undefined) wanted.add(nearest);
    }
  const texts = new Map<string, Guideline>();
  for (const path of [...wanted].sort(byDepth)) {
    const text = await textOf(frozen, known.get(path) ?? '');
    if (text !== undefined && !texts.has(text)) texts.set(text, { path, text });
  }
  return [...texts.values()];
}

function isGuideline(path: string): boolean {
  return names.some((name) => path === name || path.endsWith(`/${name}`));
}

/** Directories of a path, the deepest first, each with its slash; the top is empty. */
function folders(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/')}/`), ''];
}

function byDepth(a: string, b: string): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : 1);
}

/** Undefined for what is no text. */
async function textOf(frozen: Pick<FrozenChange, 'readBlob'>, blob: string): Promise<string | undefined> {
  const bytes = await frozen.readBlob(blob);
  if (bytes === undefined || bytes.length > maxBytes || bytes.includes(0)) return undefined;
  return new TextDecoder('utf-8').decode(bytes);
}
