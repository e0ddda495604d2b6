import type { Decision, RuleResult } from '../../model/decision.js';
import { answering, type AnsweredRound } from './criteria.js';
import { outcomeOf } from './decide.js';
import type { Effect, Round } from './round.js';
import { rules, type StandardsRule, type Term } from './rules.js';

/** The rules of a round with one reviewer's seats and nothing to verify: no more and no fewer may have been recorded. */
const plainRules = rules.filter(({ amongPeers, afterFix }) => amongPeers === undefined && afterFix === undefined);

/**
 * What `decide` says of a round whose rules are recorded, when only `changed` of its policy is another: a rule that depends on nothing of
 * it keeps its result, since opinions and findings are the same (SPEC 4). Undefined where other rules were looked at then: all
 * are to be looked at again. `given` is the round under the changed policy.
 */
export function redecide(
  recorded: readonly RuleResult[],
  changed: ReadonlySet<Term>,
  given: () => Round,
): Pick<Decision, 'outcome' | 'rules'> | undefined {
  if (recorded.length !== plainRules.length) return undefined;
  let round: AnsweredRound | undefined;
  const failed = new Set<Effect>();
  const seen: RuleResult[] = [];
  for (const [index, rule] of plainRules.entries()) {
    const before = recorded[index];
    if (before?.id !== rule.id) return undefined;
    const now = dependsOn(rule, changed) ? { id: rule.id, ...rule.look((round ??= answering(given()))) } : before;
    if (now.result === 'unsatisfied') failed.add(rule.effect);
    seen.push(now);
  }
  return { outcome: outcomeOf(failed), rules: seen };
}

function dependsOn({ terms }: StandardsRule, changed: ReadonlySet<Term>): boolean {
  return terms.some((term) => changed.has(term));
}
