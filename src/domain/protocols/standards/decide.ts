import type { Decision } from '../../model/decision.js';
import { confidenceOf } from './confidence.js';
import { answering } from './criteria.js';
import type { Effect, Round } from './round.js';
import { rules } from './rules.js';

const winsFirst: readonly Effect[] = ['rejected', 'changes_requested', 'inconclusive', 'escalated'];

/**
 * Decision of the protocol `standards` (SPEC 5.5). Every rule is looked at and recorded. A named rejection wins over a
 * request for changes, an objection wins over what is inconclusive, and only a round in which no rule fails is approved.
 */
export function decide(given: Round): Decision {
  const round = answering(given);
  const owed = (round.unverified ?? []).length > 0;
  const applicable = rules.filter(
    ({ amongPeers, afterFix }) =>
      (amongPeers === undefined || round.earlier !== undefined) && (afterFix === undefined || owed),
  );
  const looked = applicable.map((rule) => ({ rule, seen: rule.look(round) }));
  const effects = new Set(looked.filter(({ seen }) => seen.result === 'unsatisfied').map(({ rule }) => rule.effect));
  const outcome = outcomeOf(effects);
  return {
    outcome,
    confidence: outcome === 'inconclusive' ? 0 : (confidenceOf(round) ?? 0),
    rules: looked.map(({ rule, seen }) => ({ id: rule.id, ...seen })),
  };
}

/** An approval is what remains where no rule that failed says otherwise. */
export function outcomeOf(failed: ReadonlySet<Effect>): Effect | 'approved' {
  return winsFirst.find((effect) => failed.has(effect)) ?? 'approved';
}
