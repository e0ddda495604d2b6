import { isUnspaced, normalise, wordsOf } from '../text/words.js';
import {
  conditionals,
  harmlessCompany,
  negators,
  unspacedCondition,
  unspacedNegationAfter,
  unspacedNegationBefore,
  withWords,
} from './particles.js';
import { longestTerm, spacedTerms, type Stance, type Term, unspacedTerms } from './terms.js';

/** A term where it stands, turned round or made conditional by its clause. */
export interface FoundTerm {
  readonly phrase: string;
  readonly strength: Term['strength'];
  /** What it says here; undefined when a negation only takes an objection back ("do not reject"). */
  readonly stance: Stance | undefined;
  readonly conditional: boolean;
  /** Words of the clause before and after it. For scripts without spaces: the text. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** An approval that names what is still missing is none. */
const demands = new Set(
  'requires require required needs need depends depend awaiting awaits must except but however only withheld denied'.split(
    ' ',
  ),
);
/** "Approval is not possible". */
const takesBack = new Set('not never impossible denied withheld refused premature'.split(' '));
const demandedCompany =
  /^(?:chang|condit|reserv|fix|requir|modif|änder|auflag|bedingung|cambio|correc|correz|concern|issue|blocker|alter|revis)/;
/** "❌ Changes requested": beside an objection the sign agrees with it. */
const sign = /^[❌✗🚫]$/u;
/** Further away a negation belongs to something else. */
const negationReach = 5;

/** All verdict terms of one clause, in order. */
export function findTerms(clause: string): readonly FoundTerm[] {
  const words = wordsOf(clause);
  const spaced = spacedIn(words);
  return isUnspaced(clause) ? [...spaced, ...unspacedIn(normalise(clause))] : spaced;
}

function spacedIn(words: readonly string[]): readonly FoundTerm[] {
  const found: FoundTerm[] = [];
  for (let at = 0; at < words.length;) {
    const match = longestAt(words, at);
    if (match === undefined) at += 1;
    else {
      found.push(judged(words, at, match.length, match.term));
      at += match.length;
    }
  }
  return found;
}

function longestAt(words: readonly string[], at: number): { term: Term; length: number } | undefined {
  for (let length = Math.min(longestTerm, words.length - at); length > 0; length -= 1) {
    const term = spacedTerms.get(words.slice(at, at + length).join(' '));
    if (term !== undefined) return { term, length };
  }
  return undefined;
}

function judged(words: readonly string[], at: number, length: number, term: Term): FoundTerm {
  const before = words.slice(0, at);
  const after = words.slice(at + length);
  const negated =
    before
      .slice(-negationReach)
      .some((word) => negators.has(word) && (term.stance === 'approve' || !sign.test(word))) ||
    (term.stance === 'approve' && after.slice(0, 3).some((word) => takesBack.has(word)));
  return {
    phrase: words.slice(at, at + length).join(' '),
    strength: term.strength,
    stance: turned(term.stance, negated),
    conditional:
      [...before, ...after].some((word) => conditionals.has(word)) ||
      (term.stance === 'approve' &&
        (after.some((word) => demands.has(word)) ||
          before.some((word) => demands.has(word)) ||
          inDemandingCompany(after))),
    before,
    after,
  };
}

function turned(stance: Stance, negated: boolean): Stance | undefined {
  if (!negated) return stance;
  return stance === 'approve' ? 'change' : undefined;
}

function inDemandingCompany(after: readonly string[]): boolean {
  const at = after.findIndex((word) => withWords.has(word));
  if (at < 0 || at > 1) return false;
  const company = after.slice(at + 1, at + 6);
  const burden = company.findIndex((word) => demandedCompany.test(word));
  if (burden < 0) return false;
  // "with no changes", "with minor suggestions"; "with minor changes" still asks for changes.
  return (
    !company.slice(0, burden).some((word) => word === 'no' || word === 'without' || word === 'zero') &&
    !(burden > 0 && harmlessCompany.has(company[burden] ?? ''))
  );
}

function unspacedIn(text: string): readonly FoundTerm[] {
  const found: FoundTerm[] = [];
  let rest = text;
  for (const [phrase, term] of unspacedTerms) {
    const at = rest.indexOf(phrase);
    if (at < 0) continue;
    const before = text.slice(0, at);
    const after = text.slice(at + phrase.length);
    const negated = unspacedNegationBefore.test(before.slice(-8)) || unspacedNegationAfter.test(after.slice(0, 16));
    found.push({
      phrase,
      strength: term.strength,
      stance: turned(term.stance, negated),
      conditional: unspacedCondition.test(after.slice(0, 20)) || unspacedCondition.test(before.slice(-30)),
      before: [before],
      after: [after],
    });
    rest = rest.split(phrase).join('\u0000'.repeat(phrase.length));
  }
  return found;
}
