import { coverageOf } from '../../domain/coverage/coverage.js';
import type { Decision } from '../../domain/model/decision.js';
import type { ReviewDecided } from '../../domain/model/event.js';
import type { Opinion } from '../../domain/model/opinion.js';
import type { Criterion, Review } from '../../domain/model/review.js';
import { redecide } from '../../domain/protocols/standards/redecide.js';
import type { Term } from '../../domain/protocols/standards/rules.js';
import { plainRound } from '../decide.js';

/**
 * The decision on a round of which only the terms are others: rules that depend on none that differs keep their recorded result, and
 * the findings are the recorded ones. Undefined where that can't be said, so that the round is to be decided anew.
 */
export function decidedShortly(
  under: Review,
  recordedRound: Review,
  { findings, decision }: ReviewDecided,
): Pick<Decision, 'outcome' | 'rules'> | undefined {
  if (under.peer !== null || under.panel !== undefined || recordedRound.panel !== undefined) return undefined;
  // What is remembered of a service depends on the type; who raised a finding, on the opinions.
  if (under.type !== recordedRound.type || !sameOpinions(under.opinions, recordedRound.opinions)) return undefined;
  const changed = changedTerms(under, recordedRound);
  return redecide(decision.rules, changed, () => ({
    // Only one rule looks at it.
    coverage: changed.has('exclusions') ? coverageOf(under.change, under.exclusions, under.opinions) : [],
    ...plainRound(under, findings),
  }));
}

function changedTerms(now: Review, then: Review): ReadonlySet<Term> {
  const changed = new Set<Term>([
    ...otherKeys(now.standards, then.standards),
    ...otherKeys(now.embedded, then.embedded),
  ]);
  if (!sameLists(now.criteria, then.criteria, sameCriterion)) changed.add('criteria');
  if (!sameLists(now.seats, then.seats)) changed.add('seats');
  if (!sameLists(now.rejectGrounds, then.rejectGrounds)) changed.add('rejectGrounds');
  if (otherKeys(now.exclusions, then.exclusions).length > 0) changed.add('exclusions');
  return changed;
}

/** Keys of which either has another value, those that one of them lacks included. */
function otherKeys<T extends object>(now: T, then: T): (keyof T)[] {
  if (now === then) return [];
  const keys = new Set([...Object.keys(now), ...Object.keys(then)] as (keyof T)[]);
  return [...keys].filter((key) => now[key] !== then[key]);
}

function sameLists<T>(now: readonly T[], then: readonly T[], same: (a: T, b: T) => boolean = Object.is): boolean {
  return now === then || (now.length === then.length && now.every((each, index) => same(each, then[index] as T)));
}

/** Whether reviewers are asked the same in the same words. */
export function sameWording(a: Criterion, b: Criterion): boolean {
  return a.description === b.description && sameLists(a.checks, b.checks);
}

function sameCriterion(a: Criterion, b: Criterion): boolean {
  return a.name === b.name && a.required === b.required && sameWording(a, b);
}

/** A simulation changes of an opinion its seat at most; what else it has is the recorded one. */
function sameOpinions(now: readonly Opinion[], then: readonly Opinion[]): boolean {
  return sameLists(now, then, (a, b) => {
    if (a === b) return true;
    return otherKeys(a, b).every((key) => key === 'seat') && otherKeys(a.seat, b.seat).length === 0;
  });
}
