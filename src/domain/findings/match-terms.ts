import { stem } from './match-stem.js';

/** What a text says, as bags that can be compared. */
export interface Terms {
  /** Stems of the words and of the parts of identifiers, in order, without function words. */
  readonly stems: readonly string[];
  /** Whole identifiers of the code the text speaks of, lower case. */
  readonly identifiers: ReadonlySet<string>;
}

interface Token {
  readonly low: string;
  readonly identifier: boolean;
  readonly stems: readonly string[];
}

const functionWords = new Set(
  (
    'a an the and or but if then else so as of in on at to from by for with without into onto over under than that this these ' +
    'those it its they them their there here is are was were be been being am do does did doing done has have had having can ' +
    'could may might must shall should will would not no nor only also just very more most much many some any each every all ' +
    'both either which who whom whose what when where why how while because since until although though however therefore ' +
    'thus hence i you we he she my your our his her us me via per such same other another own too still already yet again ' +
    'once about between through during before after above below up down out off e g ie eg etc'
  ).split(' '),
);

const fence = /```[^\n]{0,200}\n[\s\S]*?(?:```|$)/gu;
const link = /\]\([^)\s]{0,500}\)|<\/?[a-z][^<>]{0,200}>|https?:\/\/\S+/giu;
const token = /[\p{L}_$][\p{L}\p{N}_$]*|\d+(?:\.\d+)*/gu;
const part = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\d+|\p{Lo}+/gu;

/** A reader of texts that remembers the tokens it has met: most words of a review come again. */
export function termReader(): (text: string) => Terms {
  const known = new Map<string, Token>();
  const read = (word: string): Token => {
    let found = known.get(word);
    if (found === undefined) known.set(word, (found = tokenOf(word)));
    return found;
  };
  return (text) => termsOf(text, read);
}

const nothing: ReadonlySet<string> = new Set();

/** Characters of a message that are read: a claim stands at its beginning, and hostile length must not cost time. */
const longest = 4_000;

/** Fenced code is left out: it is mostly the remedy, not the claim. */
function termsOf(text: string, read: (word: string) => Token): Terms {
  const plain = plainOf(text.slice(0, longest));
  const coded = plain.includes('`') ? codedIn(plain) : nothing;
  const stems: string[] = [];
  const identifiers = new Set<string>();
  for (const word of plain.match(token) ?? []) {
    const { low, identifier, stems: own } = read(word);
    if (identifier || (coded.has(word) && low.length > 2 && own.length > 0)) identifiers.add(low);
    for (const one of own) stems.push(one);
  }
  return { stems, identifiers };
}

function plainOf(text: string): string {
  const unfenced = text.includes('```') ? text.replace(fence, ' ') : text;
  return /[<(]|http/u.test(unfenced) ? unfenced.replace(link, ' ') : unfenced;
}

function codedIn(plain: string): ReadonlySet<string> {
  const coded = new Set<string>();
  for (const [, span] of plain.matchAll(/`([^`\n]{1,80})`/gu)) {
    for (const word of span?.match(token) ?? []) coded.add(word);
  }
  return coded;
}

function tokenOf(word: string): Token {
  const low = word.toLowerCase();
  if (/^\d/u.test(word)) return { low, identifier: false, stems: [low] };
  const stems = (word.match(part) ?? [])
    .map((one) => one.toLowerCase())
    .filter((one) => one.length > 1 && !functionWords.has(one))
    .map(stem);
  return { low, identifier: /[\p{Ll}\d]\p{Lu}|[\p{L}\d]_[\p{L}\d]|\p{L}\d|\$/u.test(word), stems };
}
