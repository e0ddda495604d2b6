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
    'gering niedrig hinweis mineur mineure faible bajo baja menor menores basso bassa minore baixo baixa незначительный низкий низкая замечание',
  ),
]);

const unspaced: readonly (readonly [string, Severity])[] = [
  ...entries('critical', '致命的 致命 严重 嚴重 重大 심각 치명적 높음 긴급 最高 高'),
  ...entries('important', '重要 中等 중요 중간 보통 中'),
  ...entries('minor', '轻微 輕微 軽微 建议 建議 提案 낮음 경미 사소 제안 低'),
];

/** Signs that stand for a degree. */
const signs: ReadonlyMap<string, Severity> = new Map([
  ...['🔴', '🛑', '⛔', '🚨', '🟥'].map((sign): [string, Severity] => [sign, 'critical']),
  ...['🟠', '🟡', '⚠', '🟨', '🟧', '❗', '‼'].map((sign): [string, Severity] => [sign, 'important']),
  ...['🔵', '⚪', '🟦'].map((sign): [string, Severity] => [sign, 'minor']),
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
  for (const sign of text.match(/[🔴🛑⛔🚨🟥🟠🟡⚠🟨🟧❗‼🔵⚪🟦]/gu) ?? []) {
    const severity = signs.get(sign);
    if (severity !== undefined) return { severity, stated: sign };
  }
  return undefined;
}

export interface Tagged {
  readonly degree: Degree;
  /** What follows the tag. */
  readonly rest: string;
}

const bracketTag = /^[\s\p{P}\p{S}]{0,6}?[[(【〔]\s*([\p{L}\p{N}][\p{L}\p{N} /_-]{0,20}?)\s*[\])】〕]\s*[:：—–-]*\s*/u;
const wordTag =
  /^[^\p{L}\p{N}[(]{0,8}([\p{L}\p{N}][\p{L}\p{N}-]{0,14})(?:[ -](?:severity|priority|issue|risk|bug|problem))?(?:\s+\(([\p{L} ]{1,16})\))?\s*(?:[:：]|\s[—–-]{1,2}\s|\s*[—–]\s*)\s*/iu;
const labelledTag =
  /^[^\p{L}]{0,6}(?:severity|priority|risk|impact|level|schweregrad|priorität|sévérité|severidad|gravedad|gravità|severidade|严重程度|严重性|重要度|심각도|중요도|серьёзность|важность)\s*[:：=—–-]\s*\**\s*([\p{L}\p{N}🔴🟠🟡🟢🔵]+)\s*[.,;|]?\s*/iu;

/** Takes a degree off the front of a text: "[P1] …", "High: …", "Severity: high …". */
export function tagOf(text: string): Tagged | undefined {
  const head = text.slice(0, 120);
  for (const pattern of [labelledTag, bracketTag, wordTag]) {
    const match = pattern.exec(head);
    const degree = match?.[1] === undefined ? undefined : knownDegree(match[1]);
    if (match !== null && degree !== undefined) return { degree, rest: text.slice(match[0].length) };
  }
  return undefined;
}

/** A degree in brackets at the end or inside of a title: "Missing check (high)", "### 1. Race [critical]". */
export function trailingTag(text: string): Degree | undefined {
  const match =
    /[[(]\s*(?:severity|priority)?:?\s*([\p{L}\p{N}]{2,14})(?:[ -](?:severity|priority|risk))?\s*[\])]/iu.exec(
      text.slice(0, 400),
    );
  return match?.[1] === undefined ? undefined : knownDegree(match[1]);
}

/** A degree among the words of a heading that names a group: "Critical issues", "High priority". */
export function groupDegree(words: readonly string[]): Degree | undefined {
  for (const word of words) {
    const degree = knownDegree(word);
    if (degree !== undefined) return degree;
  }
  return undefined;
}
