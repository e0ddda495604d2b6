import { plain } from '../text/inline.js';
import { type FoundPlace, mainPlace, type Place, placesIn } from './place.js';
import { type Degree, knownDegree, signDegree, tagOf, trailingTag } from './severity.js';

/** What the first line of a list item, a title or a free line says. */
export interface Item {
  readonly degree?: Degree;
  readonly category?: string;
  readonly place: Place;
  /** The line starts with its place: "path:12 …", "L12: …", "Line 3 in `x.ts`: …". */
  readonly placedFirst: boolean;
  /** It starts with its degree. */
  readonly gradedFirst: boolean;
  readonly text: string;
}

const lead = /^[\s"'`[({<*_•·📍📄→>-]*(?:(?:in|at|on|file|location|see|bei|dans|en|nel|em|в)\s*[:：]?\s*)?[`"'[({*]*/iu;
const gap = /^[\s`"'\])}*]*(?:[:：—–|-]+|→|\.)?\s*/u;
const categoryTag = /^[\s`]*\[([\p{L}][\p{L}\p{N} /_.-]{1,30})\]`?[\s:：—–-]*/u;
const imageTag = /!\[([^[\]]{1,40})\]\([^()\s]{0,500}\)/u;

/** What was taken off the front so far. */
interface Front {
  readonly degree?: Degree;
  readonly category?: string;
  readonly place?: Place;
  readonly gradedFirst: boolean;
  readonly text: string;
}

const noise = /^[^\p{L}\p{N}`"'([{<$@#/\\.]+/u;

/** Takes degree, category and place off the front of a line. `raw` still has its Markdown. */
export function readItem(raw: string): Item {
  const image = imageTag.exec(raw);
  const shown = image?.[1] === undefined ? undefined : knownDegree(image[1]);
  const text = plain(shown === undefined ? raw : raw.replace(imageTag, ' ')).trim();
  let front: Front = { ...(shown === undefined ? {} : { degree: shown }), gradedFirst: shown !== undefined, text };
  // Degree, category and place come in any order; each at most once.
  for (let turn = 0; turn < 3; turn += 1) {
    const next = takeDegree(front) ?? takeCategory(front) ?? takePlace(front);
    if (next === undefined) break;
    front = next;
  }
  return itemOf(front);
}

function itemOf({ degree, category, place, gradedFirst, text }: Front): Item {
  const graded = degree ?? trailingTag(text);
  const front = place ?? {};
  const whole = front.line !== undefined && front.file !== undefined;
  return {
    ...(graded === undefined ? {} : { degree: graded }),
    ...(category === undefined ? {} : { category }),
    place: whole ? front : { ...within(text, front), ...front },
    placedFirst: place !== undefined,
    gradedFirst,
    text: text.replace(noise, '').trim(),
  };
}

function takeDegree(front: Front): Front | undefined {
  if (front.degree !== undefined) return undefined;
  const gradedFirst = front.gradedFirst || front.place === undefined;
  const tag = tagOf(front.text);
  if (tag !== undefined) return { ...front, degree: tag.degree, gradedFirst, text: tag.rest.trim() };
  const sign = /^\s*[^\p{L}\p{N}\s]/u.test(front.text) ? signDegree(front.text.slice(0, 4)) : undefined;
  return sign === undefined ? undefined : { ...front, degree: sign, gradedFirst, text: front.text.replace(noise, '') };
}

function takeCategory(front: Front): Front | undefined {
  const named = front.category === undefined ? categoryTag.exec(front.text) : null;
  if (named?.[1] === undefined || placesIn(named[1]).length > 0) return undefined;
  return { ...front, category: named[1].trim(), text: front.text.slice(named[0].length) };
}

function takePlace(front: Front): Front | undefined {
  const first = front.place === undefined ? frontPlace(front.text) : undefined;
  if (first === undefined) return undefined;
  return { ...front, place: mainPlace([first]), text: front.text.slice(first.end).replace(gap, '') };
}

function frontPlace(text: string): FoundPlace | undefined {
  const start = lead.exec(text)?.[0].length ?? 0;
  const [first, second] = placesIn(text.slice(0, 700));
  if (first === undefined || first.start > start) return undefined;
  // "`file.ts` L12: …"
  return second !== undefined && first.line === undefined && second.file === undefined && second.start - first.end <= 4
    ? { ...second, ...first, ...mainPlace([first, second]), end: second.end }
    : first;
}

function within(text: string, front: Place): Place {
  const places = placesIn(text);
  if (front.file !== undefined) return {};
  const place = mainPlace(places);
  return front.line === undefined ? place : place.file === undefined ? {} : { file: place.file };
}
