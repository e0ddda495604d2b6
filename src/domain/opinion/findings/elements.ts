import { newlines } from '../text/clean.js';
import { decodeEntities } from '../text/inline.js';
import type { ReadFinding } from '../reading.js';
import { mainPlace, type Place, placesIn } from './place.js';
import { type Degree, knownDegree, tagOf } from './severity.js';

const opening =
  /<(finding|issue|violation|problem|bug|defect)\b((?:\s+[\w-]{1,30}\s*=\s*(?:"[^"<>]{0,500}"|'[^'<>]{0,500}'))+)\s*>/gi;
const longest = 8000;

/** Findings written as elements: `<finding file="a.ts" line="3" severity="high">…</finding>`. */
export function elementsIn(text: string): readonly ReadFinding[] {
  const found: ReadFinding[] = [];
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(opening)) {
    const [tag, name = '', rawAttributes = ''] = match;
    const start = match.index + tag.length;
    const end = text.slice(start, start + longest).search(new RegExp(`</${name}>`, 'i'));
    const attributes = attributesOf(rawAttributes);
    const place = placeOf(attributes);
    if (end <= 0 || (place.file === undefined && place.line === undefined)) continue;
    line += newlines(text.slice(counted, match.index));
    counted = match.index;
    const body = decodeEntities(text.slice(start, start + end).replace(/<[^<>]{1,200}>/g, ' ')).trim();
    const tagged = tagOf(body);
    found.push({
      ...graded(attributes.get('severity') ?? attributes.get('priority'), tagged?.degree),
      ...place,
      message: tagged?.rest ?? body,
      from: line,
      to: line + newlines(text.slice(match.index, start + end)),
    });
  }
  return found;
}

function graded(stated: string | undefined, tag: Degree | undefined): Pick<ReadFinding, 'severity' | 'statedSeverity'> {
  const degree = (stated === undefined ? undefined : knownDegree(stated)) ?? tag;
  return degree === undefined
    ? { severity: 'important' }
    : { severity: degree.severity, statedSeverity: degree.stated };
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/([\w-]+)\s*=\s*["']([^"']*)["']/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]),
  );
}

function placeOf(attributes: ReadonlyMap<string, string>): Place {
  const named = attributes.get('location') ?? attributes.get('file') ?? attributes.get('path') ?? '';
  const place = mainPlace(placesIn(named));
  const line = Number.parseInt(attributes.get('line') ?? '', 10);
  return Number.isSafeInteger(line) && line > 0 ? { ...place, line } : place;
}
