import type { ReadFinding } from '../reading.js';
import type { Layout } from '../text/layout.js';
import { placesIn } from './place.js';

/** Characters of the answer that are searched for the place of its only finding. */
const searched = 20_000;
const otherPlace = /\b(?:original|existing|duplicates?|similar|see also|compare|reference|previous)\b/i;

/**
 * An answer about one finding may name its place apart from it, in a block for tools or in its details. Taken only where all
 * places lie in one file and none is called the place of something else.
 */
export function withPlace(
  findings: readonly ReadFinding[],
  layout: Layout,
  asides: ReadonlySet<number>,
): readonly ReadFinding[] {
  const [only, second] = findings;
  if (only === undefined || second !== undefined || only.file !== undefined) return findings;
  const text = layout.lines
    .filter(({ kind, number }) => kind !== 'quote' && !asides.has(number))
    .map(({ raw }) => raw)
    .join('\n')
    .slice(0, searched)
    .replace(/<[^<>]{1,200}>/g, ' ');
  const places = placesIn(text).filter(({ file }) => file !== undefined);
  const [first] = places;
  if (first?.line === undefined || places.some(({ file }) => file !== first.file)) return findings;
  if (otherPlace.test(text.slice(Math.max(0, first.start - 80), first.start))) return findings;
  const line = { line: first.line, ...(first.endLine === undefined ? {} : { endLine: first.endLine }) };
  return [{ ...only, ...(first.file === undefined ? {} : { file: first.file }), ...line }];
}
