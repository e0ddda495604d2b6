import type { ChangedFile } from '../../domain/model/change.js';
import type { Classification } from '../../domain/model/review.js';

const test =
  /(^|\/)(tests?|__tests__|specs?|e2e|testdata|fixtures)\/|[._-](test|spec)\.[^./]+$|_test\.\w+$|(^|\/)test_[^/]*$/i;
const prose = /\.(md|mdx|rst|adoc|txt)$|(^|\/)(LICENSE|CHANGELOG|NOTICE)[^/]*$/i;
const made =
  /(^|\/)(dist|build|vendor|third_party|node_modules|__snapshots__)\/|\.(min\.\w+|snap|map|lock|svg)$|(^|\/)(package-lock|npm-shrinkwrap)\.json$|(^|\/)(pnpm-lock\.yaml|go\.sum)$/i;

/** Whether the name is one of a test. */
export function isTest({ path }: Pick<ChangedFile, 'path'>): boolean {
  return test.test(path);
}

/** How much harm a mistake in the file could do, by its name alone: 0 is worst. */
function rank(file: ChangedFile, { protectedPaths, sensitivePaths }: Classification): number {
  const { path } = file;
  if (protectedPaths.includes(path)) return 0;
  if (sensitivePaths.includes(path)) return 1;
  if (made.test(path)) return 5;
  if (isTest(file)) return 3;
  return prose.test(path) ? 4 : 2;
}

/** Riskiest first, then the largest change: what is left out for want of room is what matters least. */
export function riskiestFirst<T extends { readonly file: ChangedFile }>(
  entries: readonly T[],
  classification: Classification,
): readonly T[] {
  const size = ({ file }: T): number => (file.added ?? 0) + (file.deleted ?? 0);
  const ranked = entries.map((entry) => ({ entry, rank: rank(entry.file, classification) }));
  return ranked.sort((a, b) => a.rank - b.rank || size(b.entry) - size(a.entry)).map(({ entry }) => entry);
}
