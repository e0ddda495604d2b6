import { sentencesOf, isUnspaced, normalise, wordsOf } from '../text/words.js';
import { withoutQuoted } from '../text/inline.js';
import { readAbsence } from './absence.js';
import { findTerms, type FoundTerm } from './find-terms.js';
import type { LabelKind } from './labels.js';
import { conditionals, harmlessCompany, reporters, withWords } from './particles.js';
import type { Stance } from './terms.js';

/** What a stretch of text says of the change. */
export type Judgement =
  | { readonly kind: 'stance'; readonly stance: Stance; readonly words: string; readonly absence: boolean }
  | { readonly kind: 'conditional'; readonly words: string }
  | { readonly kind: 'template'; readonly words: string }
  | { readonly kind: 'contradiction'; readonly words: string }
  | { readonly kind: 'none' };

export const noJudgement: Judgement = { kind: 'none' };

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** May stand before a verdict without making it somebody else's or something else's. */
const openers = setOf(
  'i we am are is this the that it pr mr change changes patch commit code diff implementation submission branch pull request ' +
    'looks look has have been be now all overall so therefore thus and hereby recommend recommending recommended my our verdict ' +
    'decision to for me fully happy everything as reviewed can great nice good well done excellent solid work a an clean ' +
    'please final marking marked voting definitely yes ok okay great very not no do don never should must cannot review result status ready ' +
    'ich wir dies dieser diese das die der änderung ist wird sind hiermit je nous cette ce le la est modification sont ' +
    'el los este esta cambio está lo yo il questa questo è modifica sono o a esta alteração este код изменение изменения я это ' +
    '✅ ☑ ✔ ❌ ✖ ✗ ⛔ 🛑 👍 👎 🚫 🔴 🟢 🟡 🟠 ⚠',
);

/** May follow a verdict directly. */
const followers = setOf(
  'this the it that for to with as from and pr mr changes change patch commit code merge merging me overall without now here is ' +
    'ahead all on in lgtm diff both these them your since because given thank thanks nice great after ✅ ☑ ✔ 👍 🎉 🚀',
);

const separators = /[,;()（）—–，；]|\s-\s|\s--\s/;
const alternatives = /\s*[|/／｜]\s*|\s+(?:or|oder|ou|o|или)\s+/i;
const placeholder =
  /<[^<>]{1,80}>|\{[^{}]{1,80}\}|\[(?:your|insert|verdict|decision|choose|one of)\b[^[\]]{0,80}\]|\.\.\.$|…$/i;

/** Reads the value of a verdict label. */
export function judgeValue(value: string, label: LabelKind): Judgement {
  const [first = ''] = sentencesOf(value);
  if (label === 'question') return judgeAnswer(first);
  if (/[?？]\s*$/u.test(first)) return noJudgement;
  if (isTemplate(first) || isTemplate(value)) return { kind: 'template', words: value };
  const clauses = clausesOf(first);
  const [head = '', next = ''] = clauses;
  if (readAbsence(first) === 'whole') return stanceOf('approve', first, true);
  const spoken = findTerms(head).filter((term) => countsInValue(term, label));
  if (spoken.length === 0) return noJudgement;
  const laterStances = clauses
    .slice(1)
    .flatMap((clause) => findTerms(clause).filter(({ strength }) => strength === 'strong'));
  return combined([...spoken, ...laterStances], first, startsConditional(next));
}

function combined(terms: readonly FoundTerm[], words: string, conditionFollows: boolean): Judgement {
  const stances = new Set(terms.flatMap(({ stance }) => (stance === undefined ? [] : [stance])));
  const [first] = terms;
  if (stances.has('approve') && stances.size > 1) return { kind: 'contradiction', words };
  if (stances.has('approve'))
    return conditionFollows || terms.some(({ conditional, stance }) => conditional && stance === 'approve')
      ? { kind: 'conditional', words }
      : stanceOf('approve', words, false);
  if (first?.stance !== undefined) return stanceOf(first.stance, words, false);
  const [other] = stances;
  return other === undefined ? noJudgement : stanceOf(other, words, false);
}

function stanceOf(stance: Stance, words: string, absence: boolean): Judgement {
  return { kind: 'stance', stance, words, absence };
}

/** "Approved: no", "Ready to merge? Yes". */
function judgeAnswer(value: string): Judgement {
  const [head = '', next = ''] = clausesOf(value);
  const words = wordsOf(head);
  const [first = ''] = words;
  const conditional = words.some((word) => conditionals.has(word)) || startsConditional(next);
  if (/^(?:no|not|nein|non|нет|false|never|❌|✗|✖|👎|🚫)$/.test(first)) return stanceOf('change', value, false);
  if (!/^(?:yes|true|ja|oui|sí|sì|sim|да|✅|✔|☑|👍)$/.test(first)) return noJudgement;
  return conditional ? { kind: 'conditional', words: value } : stanceOf('approve', value, false);
}

function countsInValue(term: FoundTerm, label: LabelKind): boolean {
  if (isUnspaced(term.phrase)) return true;
  const filled = term.before.every((word) => openers.has(word) || findTerms(word).length > 0);
  if (term.strength === 'strong') return label === 'verdict' || term.before.length <= 6;
  const tail = term.after.every(
    (word) =>
      followers.has(word) ||
      harmlessCompany.has(word) ||
      withWords.has(word) ||
      openers.has(word) ||
      conditionals.has(word) ||
      /^\d+$/.test(word) ||
      findTerms(word).length > 0,
  );
  const company = term.after.findIndex((word) => withWords.has(word));
  return filled && (tail || company === 0 || (term.stance !== 'approve' && label === 'verdict'));
}

/** Reads a sentence of running text: only what is said by the reviewer, of this change, without condition, is a verdict. */
export function judgeSentence(sentence: string): Judgement {
  if (/[?？]\s*$/.test(sentence)) return noJudgement;
  const own = withoutQuoted(sentence);
  const words = wordsOf(own);
  if (words.length === 0 || words.length > 80) return noJudgement;
  if (isTemplate(own)) return { kind: 'template', words: sentence };
  const absence = readAbsence(own);
  if (absence === 'whole') return stanceOf('approve', sentence, true);
  if (mendFirst.test(normalise(own)) && !/\b(?:not|no need|optional|could|might|nice)\b/.test(normalise(own)))
    return stanceOf('change', sentence, false);
  const terms = clausesOf(own).flatMap((clause) => findTerms(clause).filter((term) => isPerformed(term)));
  const [first] = terms;
  if (first === undefined || isReported(words, first)) return noJudgement;
  return combined(withoutHypothetical(terms), sentence, clausesOf(own).slice(1).some(startsConditional));
}

/** "I recommend addressing these before merging". */
const mendFirst =
  /\b(?:address|fix|resolv|correct|rework|repair|revert)\w*\b.{0,80}\bbefore (?:it is |this is |being )?(?:merg\w+|landing|shipping|approv\w+|release|deploy\w*)\b/;

/** "The template says …": somebody else speaks. */
function isReported(words: readonly string[], term: FoundTerm): boolean {
  const [opening = ''] = wordsOf(term.phrase);
  const at = words.indexOf(opening);
  return words.slice(0, Math.max(0, at)).some((word) => reporters.has(word));
}

const hypothetical = /\b(?:if|would|could|might|unless|once|whether|wenn|würde|si|se|если|бы)\b/;

function withoutHypothetical(terms: readonly FoundTerm[]): readonly FoundTerm[] {
  return terms.filter(
    ({ stance, before, after }) => stance === 'approve' || !hypothetical.test([...before, ...after].join(' ')),
  );
}

function isPerformed(term: FoundTerm): boolean {
  if (term.strength === 'weak') return false;
  if (isUnspaced(term.phrase)) return (term.before[0]?.length ?? 0) <= 24 && (term.after[0]?.length ?? 0) <= 10;
  const opened = term.before.every((word) => openers.has(word) || conditionals.has(word) || findTerms(word).length > 0);
  const [next] = term.after;
  return opened && (next === undefined || followers.has(next) || conditionals.has(next) || withWords.has(next));
}

/** A line that says nothing but a verdict; weak words count when they shout. */
export function judgeWholeLine(text: string): Judgement {
  const line = /^\W*[`"“']([^`"“”']+)[`"”']\W*$/u.exec(text)?.[1] ?? withoutQuoted(text);
  const words = wordsOf(line);
  if (words.length === 0 || words.length > 12) return noJudgement;
  if (isTemplate(line)) return { kind: 'template', words: line };
  const shouted = line === line.toUpperCase() && /[A-Z]{2}/.test(line) && words.length <= 3;
  const terms = findTerms(line).filter((term) => term.strength === 'strong' || shouted);
  const [first] = terms;
  if (first === undefined || /[?？]\s*$/.test(line)) return noJudgement;
  const bare = isUnspaced(first.phrase)
    ? line.length <= first.phrase.length + 10
    : first.before.every((word) => openers.has(word)) &&
      first.after.every(
        (word) =>
          followers.has(word) ||
          openers.has(word) ||
          harmlessCompany.has(word) ||
          conditionals.has(word) ||
          findTerms(word).length > 0,
      );
  return bare ? combined(terms, line, false) : noJudgement;
}

/** Whether the text offers a choice of verdicts or a blank to fill in instead of stating one. */
export function isTemplate(text: string): boolean {
  if (placeholder.test(text) && !/\p{L}{2}/u.test(text.replace(placeholder, ''))) return true;
  const options = text.replace(path, withoutPath).split(alternatives);
  if (options.length < 2 || options.length > 12) return false;
  const stances = new Set(
    options.flatMap((option) => {
      const terms = wordsOf(option).length > 5 ? [] : findTerms(option);
      const [first] = terms;
      return first?.stance === undefined ? [] : [first.stance];
    }),
  );
  return stances.size > 1;
}

const path = /[^\s|/]{1,200}\/[^\s|]{0,300}/g;

/** The slashes of "cache/lru.go" offer no choice; those of "approve/reject" do. */
function withoutPath(token: string): string {
  const file = /\.[A-Za-z]\w{0,9}\b/.test(token) && findTerms(token.slice(0, token.indexOf('/'))).length === 0;
  return file ? '¶' : token;
}

function clausesOf(sentence: string): readonly string[] {
  return sentence
    .split(separators)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}

function startsConditional(clause: string): boolean {
  const words = wordsOf(clause).slice(0, 3);
  return (
    words.some(
      (word, index) =>
        conditionals.has(word) && (index === 0 || words[0] === 'but' || words[0] === 'only' || words[0] === 'and'),
    ) || words.slice(0, 3).join(' ') === 'as long as'
  );
}
