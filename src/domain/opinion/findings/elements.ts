import { newlines } from '../text/clean.js';
import { decodeEntities } from '../text/inline.js';
import type { ReadFinding } from '../reading.js';
import { fieldOf } from './draft.js';
import { mainPlace, type Place, placesIn } from './place.js';
import { type Degree, knownDegree, tagOf } from './severity.js';

const opening =
  /<(finding|issue|violation|problem|bug|defect)\b((?:\s+[\w-]{1,30}\s*=\s*(?:"[^"<>]{0,500}"|'[^'<>]{0,500}')){0,20})\s*>/gi;
/** An element inside of a finding that holds text alone. */
const child = /<(\w{2,30})>([^<]*)<\/\1>/g;
const longest = 8000;

export interface Elements {
  readonly findings: readonly ReadFinding[];
  /** The text without those that hold elements of their own, blank but for its line ends. */
  readonly rest: string;
}

/** Findings written as elements: `<finding file="a.ts" line="3" severity="high">…</finding>`, or with elements in place of attributes. */
export function elementsIn(text: string): Elements {
  const found: ReadFinding[] = [];
  const kept: string[] = [];
  let at = 0;
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(opening)) {
    const [tag, name = '', rawAttributes = ''] = match;
    const start = match.index + tag.length;
    const end = text.slice(start, start + longest).search(new RegExp(`</${name}>`, 'i'));
    const inside = end <= 0 ? '' : text.slice(start, start + end);
    const children = childrenOf(inside);
    const attributes = new Map([...children.fields, ...attributesOf(rawAttributes)]);
    const place = placeOf(attributes);
    if (end <= 0 || (place.file === undefined && place.line === undefined)) continue;
    if (children.fields.size > 0) {
      const last = start + end;
      kept.push(text.slice(at, match.index), text.slice(match.index, last).replace(/[^\n]+/g, ' '));
      at = last;
    }
    line += newlines(text.slice(counted, match.index));
    counted = match.index;
    const body = decodeEntities(children.rest.replace(/<[^<>]{1,200}>/g, ' ')).trim();
    const tagged = tagOf(body);
    found.push({
      ...graded(attributes.get('severity') ?? attributes.get('priority'), tagged?.degree),
      ...place,
      message: tagged?.rest ?? body,
      ...(children.suggestion === undefined ? {} : { suggestion: children.suggestion }),
      from: line,
      to: line + newlines(text.slice(match.index, start + end)),
    });
  }
  return { findings: found, rest: kept.join('') + text.slice(at) };
}

interface Children {
  readonly fields: ReadonlyMap<string, string>;
  readonly suggestion?: string;
  /** What makes up the message: the words of all others. */
  readonly rest: string;
}

function childrenOf(inside: string): Children {
  const fields = new Map<string, string>();
  let suggestion: string | undefined;
  const rest = inside.replace(child, (_whole, name: string, value: string) => {
    const field = fieldOf(name.replace(/_/g, ' '));
    if (field === 'suggestion') suggestion = decodeEntities(value).trim();
    else if (field === 'severity' || field === 'line') fields.set(field, value.trim());
    else if (field === 'place') fields.set('file', value.trim());
    else return ` ${value} `;
    return ' ';
  });
  return { fields, rest, ...(suggestion === undefined ? {} : { suggestion }) };
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
