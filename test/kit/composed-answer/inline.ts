import { type Claim, degreeForms, degreeWords, placeForms } from './wording.js';

/** One way to write a finding on one line. */
export interface LineStyle {
  readonly order: (typeof orders)[number];
  /** Name in `degreeForms`; undefined: the degree is not said here. */
  readonly degree: string | undefined;
  readonly place: string | undefined;
  /** Which of the words for the degree. */
  readonly word: number;
  /** Between degree and place at the front. */
  readonly joint: (typeof joints)[number];
  /** Before the message. */
  readonly lead: (typeof leads)[number];
  /** Around what follows the message. */
  readonly tail: (typeof tails)[number];
}

export const orders = ['dpm', 'pdm', 'dmp', 'pmd', 'mpd', 'mdp'] as const;
export const joints = [' ', ': ', ' - ', ' — ', ' | ', ', '] as const;
export const leads = [': ', ' - ', ' – ', ' — ', ' -- ', '. ', ' ', '\n  '] as const;
export const tails = [' (X)', ' [X]', ' — X', ' - X', '\n  X'] as const;

/** What a written finding says. */
export interface Said {
  readonly claim: Claim;
  readonly degree: boolean;
  readonly file: boolean;
  readonly line: boolean;
}

type Part = 'd' | 'p' | 'm';

/** Writes a claim on one line, or on two where the style breaks it. */
export function writeLine(claim: Claim, style: LineStyle): string {
  const parts = partsOf(style);
  const message = parts.indexOf('m');
  const front = parts.slice(0, message);
  const head = front.map((part) => write(part, claim, style)).join(style.joint);
  const lead = front.length === 0 ? '' : leadOf(front, style);
  const end = parts.slice(message + 1).map((part) => tailOf(part, claim, style));
  // Where something follows in brackets or after a dash, the message has no full stop.
  const text = end.length > 0 && !style.tail.startsWith('\n') ? claim.message.replace(/\.$/, '') : claim.message;
  return `${head}${lead}${text}${end.join('')}`;
}

export function saidBy(claim: Claim, { degree, place }: Pick<LineStyle, 'degree' | 'place'>): Said {
  const form = place === undefined ? undefined : placeForms[place];
  return {
    claim,
    degree: degree !== undefined,
    file: form !== undefined,
    line: form !== undefined && form.lines !== false,
  };
}

/** Whether the line starts with its degree or with a place that has a line, and so needs no heading to be a finding. */
export function standsAlone(style: LineStyle): boolean {
  const [first] = partsOf(style);
  const { place } = style;
  return first === 'd' || (first === 'p' && place !== undefined && placeForms[place]?.lines !== false);
}

function partsOf(style: LineStyle): readonly Part[] {
  return (style.order.split('') as Part[]).filter(
    (part) => part === 'm' || (part === 'd' ? style.degree !== undefined : style.place !== undefined),
  );
}

function write(part: Part, claim: Claim, style: LineStyle): string {
  if (part === 'p') return placeForms[style.place ?? '']?.write(claim.file, claim.line, claim.endLine) ?? '';
  const words = degreeWords[claim.severity];
  return degreeForms[style.degree ?? '']?.write(words[style.word % words.length] ?? '', claim.severity) ?? '';
}

const clearPlaces = new Set([
  'code',
  'bold',
  'bold code',
  'brackets',
  'parentheses',
  'link',
  'bare',
  'code anchor',
  'anchor',
  'link of code',
  'link with anchor',
  'L in parentheses',
  'code and line in parentheses',
  'line in parentheses',
]);

/** A bare word or a place in words needs a sign after it; a colon is not doubled. */
function leadOf(front: readonly Part[], style: LineStyle): string {
  const last = front.at(-1);
  const form = last === 'd' ? degreeForms[style.degree ?? ''] : undefined;
  const clear = last === 'd' ? form?.clear === true : clearPlaces.has(style.place ?? '');
  const closed = style.degree === 'bold with colon inside' && last === 'd';
  if (closed && /^[:.]/.test(style.lead)) return ' ';
  return style.lead === ' ' && !clear ? ': ' : style.lead;
}

function tailOf(part: Part, claim: Claim, style: LineStyle): string {
  const text = write(part, claim, style).replace(/:\*\*$/, '**');
  const bracketed = /[([]/.test(text) && /X[)\]]/.test(style.tail);
  if (style.tail.startsWith('\n') && part === 'd') return ` (${text})`.replace('((', '(').replace('))', ')');
  return (bracketed ? ' — X' : style.tail).replace('X', text);
}
