import { wordsOf } from '../text/words.js';
import { findTerms } from '../verdict/find-terms.js';
import { labelKind } from '../verdict/labels.js';
import { type Degree, groupDegree, knownDegree, tagOf } from './severity.js';

/**
 * What a heading opens. `findings`: a list of them, maybe of one degree; `aside`: parts of a review that hold none (praise,
 * what was read, program output); `verdict`: the place of the verdict; `title`: of the whole review; `other`: anything else, which may be a finding's title.
 */
export interface Section {
  readonly kind: 'findings' | 'aside' | 'verdict' | 'title' | 'other';
  readonly degree?: Degree;
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

const groups = setOf(
  'issue issues finding findings problem problems bug bugs concern concerns comments suggestion suggestions nit nits nitpick nitpicks ' +
    'blocker blockers blocking warning warnings error errors defect defects vulnerability vulnerabilities improvement improvements ' +
    'observations risks fixes fix changes todo todos feedback recommendations weaknesses ' +
    'probleme befunde mängel hinweise fehler anmerkungen verbesserungen problèmes remarques anomalies suggestions problemas hallazgos sugerencias ' +
    'observaciones problemi osservazioni suggerimenti rilievi sugestões achados observações замечания проблемы ошибки предложения',
);
const groupFillers = setOf(
  'the of and or to a an all must should need needs could nice have found details detail list key main remaining code review reviewed ' +
    'priority severity level required recommended optional non not no other further additional click expand inline specific identified ' +
    'detected new open be address addressed fixed before merge merging potential possible action items item areas for by file major ' +
    'quality security performance general in this pr change total count gefundene weitere trouvés encontrados trovati encontrados найденные',
);
const asideFillers = setOf(
  'what i we you the of and to is are was were that this these change changes pr code in for with did do done went by my our all it its ' +
    'author main key notable overall general high level brief short one things thing parts part aspects aspect already diff patch commit ' +
    'commits review reviewer agents agent ai tools tool prompt how on as a an here some test tests run ran score scores which have has been not des der ' +
    'die das und les de la le du el los las il i',
);
/** Group words that a sentence can announce: "I found two problems with the cache:". */
const headNouns = setOf(
  'issues findings problems bugs concerns defects vulnerabilities blockers warnings errors nits nitpicks suggestions observations ' +
    'comments risks weaknesses',
);
/** "I noticed the following:", "Please address these:". */
const noticed =
  /\b(?:found|noticed|spotted|observed|identified|address|resolve|correct)\b.*\b(?:following|these|this|things|below)\b/;
const negations = setOf(
  'no not zero without fixes fixed fixing addresses addressed resolves resolved previous previously earlier old known if any',
);
const asides = setOf(
  'strengths strength positives positive praise good great nice like liked likes well works pros highlights summary overview walkthrough ' +
    'context background steps reproduce reproduction repro ' +
    'confidence reviewed read files checked verified resolved output outputs original passed methodology scope approach appendix statistics stats ' +
    'metrics testing checklist legend levels scale definitions meaning answers questions stärken positives zusammenfassung résumé points forts resumen fortalezas ' +
    'riepilogo punti resumo pontos fortes плюсы обзор',
);
const unspacedGroup =
  /^(?:.{0,6}(?:问题|問題|缺陷|发现|發現|指摘|指摘事項|建议|改善点|改进|문제|문제점|지적|이슈|제안)(?:.{0,4}))$/u;
const unspacedAside = /(?:优点|優點|亮点|良い点|総評|概要|总结|總結|摘要|まとめ|장점|요약|잘된)/u;

/** Reads the words of a heading or of a line that ends with a colon. */
export function sectionOf(title: string): Section {
  const text = title
    .replace(/https?:\/\/\S+/g, '')
    .replace(/[:：]\s*$/u, '')
    .trim();
  const degree = [tagOf(`${text}: `), tagOf(text)].find((tag) => tag?.rest.trim() === '')?.degree;
  if (degree !== undefined) return { kind: 'findings', degree };
  const words = wordsOf(text.replace(/\([^()]*\)/g, ' ')).filter((word) => /\p{L}/u.test(word));
  if (words.length === 0) return { kind: 'other' };
  if (unspacedGroup.test(words.join('')) || isGroup(words)) return inGroup(words);
  return unspacedAside.test(text) ? { kind: 'aside' } : sectionOfWords(words, text);
}

/** All words speak of findings. */
function isGroup(words: readonly string[]): boolean {
  const counts = (word: string): boolean => groups.has(word) || knownDegree(word) !== undefined;
  return (
    words.every((word) => counts(word) || groupFillers.has(word)) &&
    words.some(counts) &&
    !words.some((word) => asides.has(word) && !groups.has(word))
  );
}

/** All words speak of parts without findings: "What I read", but not "Total is read before it is written". */
function isAside(words: readonly string[]): boolean {
  return words.some((word) => asides.has(word)) && words.every((word) => asides.has(word) || asideFillers.has(word));
}

function sectionOfWords(words: readonly string[], text: string): Section {
  const label = labelKind(words);
  if (isTitle(words) && label !== 'verdict') return { kind: 'title' };
  if (label === 'verdict') return { kind: 'verdict' };
  if (isAside(words)) return { kind: 'aside' };
  if (label !== undefined) return { kind: 'verdict' };
  return endsInGroup(words, text) ? inGroup(words) : { kind: 'other' };
}

/** "Concurrency problems": its last word names a group, and nothing in it a verdict. */
function endsInGroup(words: readonly string[], text: string): boolean {
  return (
    words.length <= 6 &&
    !/[:：]/u.test(text) &&
    headNouns.has(words.at(-1) ?? '') &&
    !words.some((word) => negations.has(word)) &&
    findTerms(text).every(({ strength }) => strength === 'weak')
  );
}

/** "Code review", "Review of the cache change", "PR review report". */
function isTitle(words: readonly string[]): boolean {
  return words.includes('review') && words.length <= 10 && !words.some((word) => asides.has(word));
}

/** Longest line, in words, that announces a list. */
const longestAnnouncement = 16;

/** Reads a line of prose that ends with a colon: "I found the following issues:", "What works well:". */
function announced(line: string): Section {
  const section = sectionOf(line);
  if (section.kind !== 'other') return section;
  const words = wordsOf(line);
  if (words.length > longestAnnouncement || line.includes('`')) return section;
  const speaks = words.some((word) => headNouns.has(word)) || noticed.test(words.join(' '));
  if (speaks && !words.some((word) => negations.has(word) || praise.has(word))) return inGroup(words);
  return words.some((word) => asides.has(word) || praise.has(word)) ? { kind: 'aside' } : section;
}

/** What the lines under the name of a file are. */
export function fileSection(parent: Section['kind'] | 'none'): Section['kind'] {
  return parent === 'findings' || parent === 'aside' ? parent : 'other';
}

/** Longest label, in characters. */
const longestLabel = 120;

/**
 * The section that a line without a mark opens, or `end` where it closes one. `inBody`: it stands in a finding, of which most
 * labels are a part.
 */
export function sectionOfLine(text: string, inBody: boolean, blank: boolean): Section | 'end' | undefined {
  if (/^END\b/.test(text) && wordsOf(text).length <= 4) return 'end';
  if (!/[:：]\s*$/u.test(text) || text.length > longestLabel) return undefined;
  const shouted = isShouted(text);
  if (inBody && !shouted && !(blank && leavesFindings(text))) return undefined;
  const section = announced(text);
  if (section.kind !== 'other') return section;
  return shouted ? { kind: 'aside' } : undefined;
}

function isShouted(text: string): boolean {
  return text === text.toUpperCase() && /[A-Z]{2}/.test(text);
}

/** Whether a heading or label ends the findings even from inside of one: praise, what was read, the checklist. */
export function leavesFindings(text: string): boolean {
  const words = wordsOf(text);
  return words.length <= longestAnnouncement && words.some((word) => praise.has(word) || ofReview.has(word));
}

const ofReview = setOf(
  'read reviewed files checklist checked praise pros highlights positives liked positive strength',
);
const praise = setOf('good great nice liked like well works strengths positives praise solid clean');

function inGroup(words: readonly string[]): Section {
  const joined = words.join(' ');
  const degree = /must|required|before merg/.test(joined)
    ? groupDegree(['blocking'])
    : nonBlocking(joined)
      ? groupDegree(['suggestion'])
      : groupDegree(words.map(singular));
  return degree === undefined ? { kind: 'findings' } : { kind: 'findings', degree };
}

function nonBlocking(text: string): boolean {
  return /non blocking|not blocking|optional|nice to have|could fix|improvement|recommendation/.test(text);
}

function singular(word: string): string {
  return knownDegree(word) === undefined ? word.replace(/s$/, '') : word;
}
