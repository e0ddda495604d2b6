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

/** Takes degree, category and place off the front of a line. `raw` still has its Markdown. */
export function readItem(raw: string): Item {
  const image = imageTag.exec(raw);
  const imageDegree = image?.[1] === undefined ? undefined : knownDegree(image[1]);
  let text = plain(imageDegree === undefined ? raw : raw.replace(imageTag, ' ')).trim();
  let degree = imageDegree;
  let category: string | undefined;
  let front: Place = {};
  let placedFirst = false;
  let gradedFirst = imageDegree !== undefined;
  // Degree, category and place come in any order; each at most once.
  for (let turn = 0; turn < 3; turn += 1) {
    const tag = degree === undefined ? tagOf(text) : undefined;
    if (tag !== undefined) {
      degree = tag.degree;
      gradedFirst ||= !placedFirst;
      text = tag.rest.trim();
      continue;
    }
    const sign = degree === undefined && /^\s*[^\p{L}\p{N}\s]/u.test(text) ? signDegree(text.slice(0, 4)) : undefined;
    if (sign !== undefined) {
      degree = sign;
      gradedFirst ||= !placedFirst;
      text = text.replace(/^[^\p{L}\p{N}`"'([{<$@#/\\.]+/u, '');
      continue;
    }
    const named = category === undefined ? categoryTag.exec(text) : null;
    if (named?.[1] !== undefined && placesIn(named[1]).length === 0) {
      category = named[1].trim();
      text = text.slice(named[0].length);
      continue;
    }
    const first = placedFirst ? undefined : frontPlace(text);
    if (first === undefined) break;
    front = mainPlace([first]);
    placedFirst = true;
    text = text.slice(first.end).replace(gap, '');
  }
  const graded = degree ?? trailingTag(text);
  const place = front.line !== undefined && front.file !== undefined ? front : { ...within(text, front), ...front };
  return {
    ...(graded === undefined ? {} : { degree: graded }),
    ...(category === undefined ? {} : { category }),
    place,
    placedFirst,
    gradedFirst,
    text: text.replace(/^[^\p{L}\p{N}`"'([{<$@#/\\.]+/u, '').trim(),
  };
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
