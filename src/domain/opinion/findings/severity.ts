import { canonicalSeverity, type Severity } from '../../model/verdict.js';
import { isUnspaced, normalise } from '../text/words.js';

function entries(severity: Severity, words: string): readonly (readonly [string, Severity])[] {
  return words.split(' ').map((word): [string, Severity] => [word, severity]);
}

/** Words beyond those of SPEC 1: their plain meaning in the languages that reviewers answer in, and priority tags. */
const further: ReadonlyMap<string, Severity> = new Map([
  ...entries(
    'critical',
    'critical blocker blocking blockers high error severe fatal urgent highest p0 p1 sev0 sev1 s0 s1 showstopper',
  ),
  ...entries(
    'critical',
    'kritisch kritische hoch schwerwiegend critique élevé élevée crítico crítica alto alta critico critica критично критический критическая высокий высокая',
  ),
  ...entries(
    'important',
    'important major moderate medium warning warn p2 sev2 s2 wichtig mittel majeur majeure moyen moyenne importante medio media mayor médio média grave importantes важно важный средний средняя',
  ),
  ...entries(
    'minor',
    'minor low info informational nit nits nitpick nitpicks note suggestion suggestions trivial optional cosmetic style lowest p3 p4 sev3 sev4 s3 s4',
  ),
  ...entries(
    'minor',
    'gering niedrig hinweis hinweise mineur mineure faible bajo baja menor menores basso bassa minore baixo baixa незначительный низкий низкая замечание',
  ),
]);

const unspaced: readonly (readonly [string, Severity])[] = [
  ...entries('critical', '致命的 致命 严重 嚴重 重大 심각 치명적 높음 긴급 最高 高'),
  ...entries('important', '重要 中等 중요 중간 보통 中'),
  ...entries('minor', '轻微 輕微 軽微 建议 建議 提案 낮음 경미 사소 제안 低'),
];

/** Signs that stand for a degree. */
const signs: ReadonlyMap<string, Severity> = new Map([
  ...['🔴', '🛑', '⛔', '🚨', '🟥', '🚫'].map((sign): [string, Severity] => [sign, 'critical']),
  ...['🟠', '🟡', '⚠', '🟨', '🟧', '❗', '‼'].map((sign): [string, Severity] => [sign, 'important']),
  ...['🔵', '⚪', '🟦', '🟢', '💡', 'ℹ'].map((sign): [string, Severity] => [sign, 'minor']),
]);

export interface Degree {
  readonly severity: Severity;
  readonly stated: string;
}

/** Severity of one stated word in any language; an unknown word is `important` (SPEC 1) and kept. */
export function degreeOf(word: string): Degree {
  return knownDegree(word) ?? { severity: canonicalSeverity(word), stated: word.trim() };
}

/** Severity of a word that is known to mean one. */
export function knownDegree(word: string): Degree | undefined {
  const stated = word.trim();
  if (isUnspaced(stated)) {
    const found = unspaced.find(
      ([name]) => stated === name || (stated.startsWith(name) && stated.length <= name.length + 2),
    );
    return found === undefined ? undefined : { severity: found[1], stated };
  }
  const key = normalise(stated).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const severity = further.get(key) ?? further.get(key.split(/[\s/_-]+/)[0] ?? '');
  return severity === undefined ? undefined : { severity, stated };
}

/** Severity of the first sign in the text. */
export function signDegree(text: string): Degree | undefined {
  for (const sign of text.match(/[🔴🛑⛔🚨🟥🚫🟠🟡⚠🟨🟧❗‼🔵⚪🟦🟢💡ℹ]/gu) ?? []) {
    const severity = signs.get(sign);
    if (severity !== undefined) return { severity, stated: sign };
  }
  return undefined;
}

/** Degrees of more than one word. */
const phrases: ReadonlyMap<string, Severity> = new Map([
  ...['must fix', 'must be fixed', 'very high'].map((words): [string, Severity] => [words, 'critical']),
  ...['should fix', 'needs attention'].map((words): [string, Severity] => [words, 'important']),
  ...['non blocking', 'not blocking', 'nice to have', 'could fix', 'very low'].map((words): [string, Severity] => [
    words,
    'minor',
  ]),
]);

const nouns =
  'severity|priority|issue|risk|bug|problem|impact|level|finding|concern|error|schwere|priorität|sévérité|severidad|gravedad|gravità|severidade';
const labels =
  'severity(?: level)?|priority|risk(?: level)?|impact|level|schweregrad|priorität|sévérité|severidad|gravedad|gravità|severidade|严重程度|严重性|重要度|심각도|중요도|серьёзность|важность';
const withNoun = new RegExp(`^(.+?)[ -](?:${nouns})$`, 'iu');
const withLabel = new RegExp(`^(?:${labels})\\s*[:：=—–-]?\\s*(.+)$`, 'iu');
const longestPhrase = 48;
const longestWord = 24;

/** A degree said by the whole of a text: "critical", "High severity", "🔴 P1", "Severity: low", "Major (perf)". */
export function degreePhrase(text: string): Degree | undefined {
  if (text.length > longestPhrase) return undefined;
  const bare = text
    .replace(/[*`]|^_+|_+$/g, '')
    .trim()
    .replace(/\s*[:：.—–-]+$/u, '')
    .replace(/\s+\([^()]{1,20}\)$/, '');
  const labelled = withLabel.exec(bare)?.[1];
  if (labelled !== undefined) return degreePhrase(labelled);
  const sign = signDegree(bare.slice(0, 3));
  // Some signs are letters by their class: the first one is taken off whatever it is, so that the rest is shorter.
  if (sign !== undefined) return degreePhrase(bare.replace(/^.[^\p{L}\p{N}]*/su, '')) ?? signAlone(sign, bare);
  const noun = withNoun.exec(bare)?.[1];
  return exactDegree(bare) ?? (noun === undefined ? undefined : exactDegree(noun));
}

function signAlone(sign: Degree, text: string): Degree | undefined {
  return /[\p{L}\p{N}]/u.test(text.replace(/^./su, '')) ? undefined : sign;
}

function exactDegree(word: string): Degree | undefined {
  if (word === '' || word.length > longestWord) return undefined;
  if (isUnspaced(word)) return knownDegree(word);
  const severity = phrases.get(normalise(word).replace(/[-_\s]+/g, ' ')) ?? further.get(normalise(word));
  return severity === undefined ? undefined : { severity, stated: word };
}

/** What a stretch between signs says: a degree, and maybe a category beside it ("[high][security]", "**Low | style**"). */
export interface Attributes {
  readonly degree: Degree;
  readonly category?: string;
}

/** Attributes that make up the whole of a text; undefined where anything else stands in it. */
export function attributesOf(text: string): Attributes | undefined {
  const whole = degreePhrase(text);
  if (whole !== undefined) return { degree: whole };
  const parts = text.split(/\s*[|/,·•;]\s*|\s+[—–-]\s+|\s*\]\s*\[\s*|:\s+/).filter((part) => part !== '');
  const degree = parts.map(degreePhrase).find((each) => each !== undefined);
  if (degree === undefined || parts.length > 3) return undefined;
  const others = parts.filter((part) => degreePhrase(part) === undefined);
  if (others.some((part) => !/^(?:[^\p{L}\p{N}]{1,3}\s*)?\p{L}[\p{L} _-]{1,24}$/u.test(part))) return undefined;
  const category = others[0]?.replace(/^[^\p{L}]+/u, '');
  return category === undefined ? { degree } : { degree, category };
}

export interface Tagged {
  readonly degree: Degree;
  readonly category?: string;
  /** What follows the tag. */
  readonly rest: string;
}

const enclosures: readonly (readonly [open: string, close: string])[] = [
  ['***', '***'],
  ['**', '**'],
  ['__', '__'],
  ['*', '*'],
  ['_', '_'],
  ['`', '`'],
  ['[', ']'],
  ['(', ')'],
  ['【', '】'],
  ['〔', '〕'],
];

/** Takes off the front what signs enclose, where it is a degree: "**critical** …", "[P1] …", "(low, style) …". */
export function enclosedTag(text: string): Tagged | undefined {
  for (const [open, close] of enclosures) {
    if (!text.startsWith(open)) continue;
    const end = text.indexOf(close, open.length);
    if (end < 0 || end > 2 * longestPhrase) continue;
    const inner = text.slice(open.length, end);
    const rest = text.slice(end + close.length);
    const coded = open === '[' ? codeDegree(inner) : undefined;
    if (coded !== undefined) return { degree: coded, rest };
    const within = enclosedTag(inner);
    if (within?.rest.trim() === '') return { ...within, rest };
    const own = /^[[(【〔]/.test(open) || !/:\s|\s[—–-]\s/.test(inner) ? attributesOf(inner) : wholePhrase(inner);
    if (own !== undefined) return { ...own, rest };
  }
  return undefined;
}

const letters: ReadonlyMap<string, Severity> = new Map([
  ['C', 'critical'],
  ['H', 'critical'],
  ['M', 'important'],
  ['L', 'minor'],
]);

/** "[H1]", "[M2]": a finding's number with the initial of its degree. */
function codeDegree(text: string): Degree | undefined {
  const letter = /^([CHML])-?\d{1,2}$/.exec(text)?.[1];
  const severity = letter === undefined ? undefined : letters.get(letter);
  return severity === undefined ? undefined : { severity, stated: text };
}

function wholePhrase(text: string): Attributes | undefined {
  const degree = degreePhrase(text);
  return degree === undefined ? undefined : { degree };
}

const wordTag =
  /^[^\p{L}\p{N}[(]{0,8}([\p{L}\p{N}][\p{L}\p{N} -]{0,30}?)(?:\s+\(([\p{L}\p{N} ]{1,16})\))?\s*(?:[:：]|\s[—–-]{1,2}\s|\s*[—–|]\s*|[.,]\s)\s*/iu;
const labelledTag = new RegExp(
  `^[^\\p{L}]{0,6}(?:${labels})\\s*[:：=—–-]\\s*\\**\\s*([\\p{L}\\p{N}🔴🟠🟡🟢🔵]+)\\s*(?:[,;|:]|\\.(?=\\s|$)|[—–-]{1,2}\\s|\\s[—–-])?\\s*`,
  'iu',
);

/** Takes a degree off the front of a text: "[P1] …", "High: …", "Severity: high …". */
export function tagOf(text: string): Tagged | undefined {
  const enclosed = enclosedTag(text.replace(/^[^\p{L}\p{N}[(*_`【〔]{0,6}/u, ''));
  if (enclosed !== undefined) return { ...enclosed, rest: enclosed.rest.replace(/^\s*[:：—–|-]*\s*/u, '') };
  const head = text.slice(0, 120);
  for (const [pattern, read] of [
    [labelledTag, knownDegree],
    [wordTag, degreePhrase],
  ] as const) {
    const match = pattern.exec(head);
    const degree = match?.[1] === undefined ? undefined : read(match[1]);
    if (match !== null && degree !== undefined) return { degree, rest: text.slice(match[0].length) };
  }
  return undefined;
}

/** A degree in brackets inside of a title: "Missing check (high)", "### 1. Race [critical]". */
export function bracketedDegree(text: string): Degree | undefined {
  const match = /[[(]([^[\]()]{2,30})[\])]/u.exec(text.slice(0, 400));
  return match?.[1] === undefined ? undefined : attributesOf(match[1])?.degree;
}

/** A degree among the words of a heading that names a group: "Critical issues", "High priority". */
export function groupDegree(words: readonly string[]): Degree | undefined {
  for (const word of words) {
    const degree = knownDegree(word);
    if (degree !== undefined) return degree;
  }
  return undefined;
}
