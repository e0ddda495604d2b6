import { plain, withoutLinks } from '../text/inline.js';
import { type FoundPlace, mainPlace, type Place, placesIn } from './place.js';
import {
  attributesOf,
  bracketedDegree,
  type Degree,
  degreePhrase,
  enclosedTag,
  knownDegree,
  signDegree,
  tagOf,
} from './severity.js';

/** What the first line of a list item, a title or a free line says. */
export interface Item {
  readonly degree?: Degree;
  readonly category?: string;
  readonly place: Place;
  /** The line starts with its place: "path:12 …", "L12: …", "Line 3 in `x.ts`: …". */
  readonly placedFirst: boolean;
  /** It starts with its degree. */
  readonly gradedFirst: boolean;
  /** It says its degree before the message, first or after the place. */
  readonly gradedFront: boolean;
  /** Stress, brackets or a sign set the degree off from the words around it. */
  readonly gradeStands: boolean;
  readonly text: string;
}

const lead =
  /^[\s"'`[({<*_•·📍📄→>-]*(?:(?:in|at|on|file|location|see|bei|dans|en|nel|em|в)\s*[:：]?\s*)?[`"'[({*_]*/iu;
const gap = /^[`"'\])}*_]*\s*(?:[:：—–|-]+|→|[.,](?=\s|$))?\s*/u;
const categoryTag = /^[\s`*_]*\[([\p{L}][\p{L}\p{N} /_.-]{1,30})\][`*_]*[\s:：—–-]*/u;
const imageTag = /!\[([^[\]]{1,40})\]\([^()\s]{0,500}\)/u;
/** Signs between the parts of a line. */
const joint = /^(?:[\s:：—–|,;→·•-]|\.(?=\s)|\*+(?=\s))+/u;
/** Degree, category and place, each at most once, and a sign of stress to be opened. */
const mostTurns = 4;

/** What was taken off the front so far. */
interface Front {
  readonly degree?: Degree;
  readonly category?: string;
  readonly place?: Place;
  readonly gradedFirst: boolean;
  readonly gradeStands?: boolean;
  readonly text: string;
}

const noise = /^[^\p{L}\p{N}`"'([{<$@#/\\.]+/u;

/** Takes degree, category and place off the front of a line, in any order. `raw` still has its Markdown. */
export function readItem(raw: string): Item {
  const image = imageTag.exec(raw);
  const shown = image?.[1] === undefined ? undefined : knownDegree(image[1]);
  const text = withoutLinks(shown === undefined ? raw : raw.replace(imageTag, ' ')).trim();
  let front: Front = { ...(shown === undefined ? {} : { degree: shown }), gradedFirst: shown !== undefined, text };
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const next = takeDegree(front) ?? takeCategory(front) ?? takePlace(front);
    if (next === undefined) break;
    front = next;
  }
  return itemOf(front);
}

function itemOf({ degree, category, place, gradedFirst, gradeStands, text: rest }: Front): Item {
  const text = plain(rest);
  const graded = degree ?? trailingDegree(rest) ?? bracketedDegree(text);
  const front = place ?? {};
  const whole = front.line !== undefined && front.file !== undefined;
  return {
    ...(graded === undefined ? {} : { degree: graded }),
    ...(category === undefined ? {} : { category }),
    place: whole ? front : { ...within(text, front), ...front },
    placedFirst: place !== undefined,
    gradedFirst,
    gradedFront: degree !== undefined,
    gradeStands: gradeStands === true,
    text: text.replace(noise, '').trim(),
  };
}

function takeDegree(front: Front): Front | undefined {
  if (front.degree !== undefined) return undefined;
  const text = front.text.replace(joint, '');
  const standing = enclosedTag(text) ?? alone(text) ?? signTag(text);
  const tag = standing ?? tagOf(plain(text)) ?? wordBeforePlace(plain(text));
  if (tag === undefined) return undefined;
  return {
    ...front,
    degree: tag.degree,
    ...(tag.category === undefined ? {} : { category: tag.category }),
    gradedFirst: front.gradedFirst || front.place === undefined,
    gradeStands: standing !== undefined,
    text: tag.rest.replace(joint, ''),
  };
}

interface Taken {
  readonly degree: Degree;
  readonly category?: string;
  readonly rest: string;
}

/** "🔴 …"; a word beside the sign says it better. */
function signTag(text: string): Taken | undefined {
  const sign = /^[^\p{L}\p{N}\s]/u.test(text) ? signDegree(text.slice(0, 4)) : undefined;
  if (sign === undefined) return undefined;
  const rest = text.replace(/^[^\p{L}\p{N}`"'([{<$@#/\\.*_]+/u, '');
  return enclosedTag(rest) ?? tagOf(plain(rest)) ?? wordBeforePlace(plain(rest)) ?? { degree: sign, rest };
}

/** A line of nothing but attributes: "P1", "⚠️ Potential issue | 🔴 Critical". */
function alone(text: string): Taken | undefined {
  const bare = plain(text);
  const degree = degreePhrase(bare);
  if (degree !== undefined) return { degree, rest: '' };
  const found = bare.includes('|') && !bare.includes(':') ? attributesOf(bare) : undefined;
  return found === undefined ? undefined : { ...found, rest: '' };
}

/** Everyday words, which a sentence about a place may start with: "Error in `a.ts:3` …". */
const everyday = /^(?:note|info|error|warning|suggestion|optional|style|high|low)$/i;

/** "P1 Lock leaks": a tag that means nothing else. */
const numberedTag = /^(?:P|S|SEV-?)[0-4]$/i;

/** "critical src/a.ts:12 …": a word without a sign counts where the place follows. */
function wordBeforePlace(text: string): Taken | undefined {
  const match = /^(\p{L}[\p{L}\p{N}-]{1,14}(?: (?:severity|priority|risk|issue|bug))?)\s+/u.exec(text);
  const degree = match?.[1] === undefined ? undefined : degreePhrase(match[1]);
  if (match === null || degree === undefined) return undefined;
  const rest = text.slice(match[0].length);
  if (numberedTag.test(degree.stated)) return { degree, rest };
  const spoken = /^(?:in|at|on|see)\s/i.test(rest) && everyday.test(degree.stated);
  return frontPlace(rest) === undefined || spoken ? undefined : { degree, rest };
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

/** "`12-14`: …": lines in a comment whose file is known. */
const codeLines = /^`L?(\d{1,6})(?:[-–]L?(\d{1,6}))?`\s*(?=[:：—–-]\s)/u;

function frontPlace(text: string): FoundPlace | undefined {
  const lines = codeLines.exec(text);
  if (lines?.[1] !== undefined) {
    const place = mainPlace(placesIn(`L${lines[1]}${lines[2] === undefined ? '' : `-L${lines[2]}`}`));
    return { ...place, start: 0, end: lines[0].length };
  }
  const start = lead.exec(text)?.[0].length ?? 0;
  const [first] = placesIn(text.slice(0, 700));
  return first === undefined || first.start > start ? undefined : first;
}

/** The last part of a line, after a sign that separates it. Stress and brackets separate by themselves, code does not. */
const lastPart = /^(.*\S)(?:\s+[-–—]{1,2}\s+|\s*[|,;·→]\s*|\s+(?=[[(*_]))(\S.{0,100})$/su;

/** A degree behind the message: "… — high", "… (minor)", "… **P2** - `src/a.ts:3`". Places may stand around it. */
function trailingDegree(text: string): Degree | undefined {
  let rest = text.trim().replace(/[.。]$/u, '');
  for (let turn = 0; turn < 3; turn += 1) {
    const match = lastPart.exec(rest);
    if (match?.[1] === undefined || match[2] === undefined) return undefined;
    const part = match[2].replace(/^[[(](.*)[\])]$/s, '$1');
    const bracketed = part === match[2] ? undefined : attributesOf(part)?.degree;
    const degree = enclosedDegree(part) ?? degreePhrase(part) ?? bracketed;
    if (degree !== undefined) return degree;
    if (!isOnlyPlace(part)) return undefined;
    rest = match[1];
  }
  return undefined;
}

function enclosedDegree(text: string): Degree | undefined {
  const tag = enclosedTag(text);
  return tag !== undefined && /^[\s\p{P}\p{S}]*$/u.test(tag.rest) ? tag.degree : undefined;
}

function isOnlyPlace(text: string): boolean {
  const [place, second] = placesIn(text);
  if (place === undefined || second !== undefined) return false;
  const around = text.slice(0, place.start) + text.slice(place.end);
  return /^[\s\p{P}\p{S}]*(?:(?:in|at|see|file)[\s\p{P}\p{S}]*)?$/iu.test(around);
}

function within(text: string, front: Place): Place {
  const places = placesIn(text);
  if (front.file !== undefined) return {};
  const place = mainPlace(places);
  return front.line === undefined ? place : place.file === undefined ? {} : { file: place.file };
}
