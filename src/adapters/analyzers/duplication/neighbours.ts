import type { FrozenChange } from '../../../application/ports/repository.js';
import type { AnalyzedFile } from '../analyzer.js';
import { detectLanguage } from '../detect-language.js';
import { decode } from '../frame/decode.js';
import { isScript } from '../language.js';
import { isTestPath } from '../test-path.js';

/** What is compared with, at most: a review must not cost more than the change is worth. */
const maxFiles = 150;
const maxBytes = 200_000;

/** Unchanged files of the head in the languages of `files`, those in the nearest folders first. */
export async function neighbours(
  frozen: FrozenChange,
  files: readonly AnalyzedFile[],
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const changed = new Set(frozen.change.files.map(({ path }) => path));
  const families = new Set(files.map(({ language }) => family(language)));
  const folders = files.map(({ path }) => path.split('/').slice(0, -1));
  const candidates = (await frozen.listTree('head'))
    .filter(({ path, mode }) => mode !== '120000' && !changed.has(path) && isOurs(path, families))
    .map((entry) => ({ ...entry, distance: distanceTo(entry.path, folders) }))
    .sort((a, b) => a.distance - b.distance || (a.path < b.path ? -1 : 1))
    .slice(0, maxFiles);
  const sizes = await frozen.blobSizes(candidates.map(({ blob }) => blob));
  const read = await Promise.all(
    candidates.map(async ({ path, blob }) => {
      const bytes = (sizes.get(blob) ?? Infinity) > maxBytes ? undefined : await frozen.readBlob(blob);
      const source = bytes && decode(bytes);
      return source !== undefined && 'text' in source ? [{ path, text: source.text }] : [];
    }),
  );
  return read.flat();
}

function isOurs(path: string, families: ReadonlySet<string>): boolean {
  const language = detectLanguage(path, '');
  return (
    families.has(family(language)) &&
    !isTestPath(path, language) &&
    !/(^|\/)(node_modules|vendor|dist|build|third_party)\//.test(path)
  );
}

function family(language: AnalyzedFile['language']): string {
  return isScript(language) ? 'script' : language;
}

/** Steps between folders through their common parent. */
function distanceTo(path: string, folders: readonly (readonly string[])[]): number {
  const own = path.split('/').slice(0, -1);
  return Math.min(
    ...folders.map((folder) => {
      let common = 0;
      while (common < own.length && own[common] === folder[common]) common += 1;
      return own.length + folder.length - 2 * common;
    }),
  );
}
