import type { Decision, RuleResult } from '../model/decision.js';
import { neverSkipped, type Policy, type SkipRule } from '../model/policy.js';
import type { EvaluateCondition, ReviewFacts } from './facts.js';
import { skipRule } from './skip-rule.js';
import { proofRule } from './triviality.js';

/** Whether the change must be reviewed, with every rule that was looked at. */
export type Requirement =
  | { readonly needed: true; readonly reason: string; readonly rules: readonly RuleResult[] }
  | {
      readonly needed: false;
      readonly reason: string;
      /** Id of the rule that skips. */
      readonly skippedBy: string;
      /** That rule, where it is one of `skip_if`. */
      readonly rule?: SkipRule;
      readonly rules: readonly RuleResult[];
    };

/**
 * SPEC 5.2. Order: what can never be skipped; `enabled`; a trivial claim without proof is reviewed; `actions`; the first
 * of `skip_if` that holds. Rules after the one that decided are still looked at, so that `explain` shows them all.
 */
export function requirement(policy: Policy, facts: ReviewFacts, evaluate: EvaluateCondition): Requirement {
  const never = neverSkippedRule(facts);
  const enabled = enabledRule(policy);
  const proof = proofRule(policy, facts.classification);
  const listed = actionsRule(policy, facts);
  const skips = policy.reviewRequired.skipIf.map((rule, index) =>
    skipRule(rule, `policy.skip_if.${index + 1}`, facts, proof, evaluate),
  );
  const rules = [never, enabled, proof, listed, ...skips];
  if (never.result === 'satisfied') return { needed: true, reason: never.reason, rules };
  if (enabled.result === 'unsatisfied') return skipped(enabled, rules);
  if (proof.result === 'unsatisfied') return { needed: true, reason: proof.reason, rules };
  if (listed.result === 'unsatisfied') return skipped(listed, rules);
  const index = skips.findIndex((rule) => rule.result === 'satisfied');
  const [skip, rule] = [skips[index], policy.reviewRequired.skipIf[index]];
  if (skip === undefined || rule === undefined) return { needed: true, reason: listed.reason, rules };
  return { ...skipped(skip, rules), rule };
}

/** The decision of a change that is not reviewed. Skipped is a state of its own, with nobody's confidence behind it. */
export function skipDecision(skip: Extract<Requirement, { needed: false }>): Decision {
  return { outcome: 'skipped', confidence: 0, rules: skip.rules };
}

function skipped(rule: RuleResult, rules: readonly RuleResult[]): Extract<Requirement, { needed: false }> {
  return { needed: false, reason: rule.reason, skippedBy: rule.id, rules };
}

function neverSkippedRule(facts: ReviewFacts): RuleResult {
  const id = 'policy.never_skipped';
  const { type, derivedType, protectedPaths } = facts.classification;
  const strict = [type, derivedType].find((each) => each !== undefined && neverSkipped.includes(each));
  if (strict !== undefined) return { id, result: 'satisfied', reason: `${strict} is never skipped` };
  const [path, ...others] = protectedPaths;
  if (path !== undefined) {
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return { id, result: 'satisfied', reason: `protected path ${path}${more} is never skipped` };
  }
  return { id, result: 'not_applicable', reason: 'no type and no path that can never be skipped' };
}

function enabledRule(policy: Policy): RuleResult {
  const id = 'policy.enabled';
  return policy.enabled
    ? { id, result: 'satisfied', reason: 'reviews are on' }
    : { id, result: 'unsatisfied', reason: 'the policy switches reviews off' };
}

/** The change's own type counts too, so that naming an unlisted type hides nothing. */
function actionsRule(policy: Policy, facts: ReviewFacts): RuleResult {
  const id = 'policy.actions';
  const { actions } = policy.reviewRequired;
  const { type, derivedType } = facts.classification;
  if (actions.includes('*')) return { id, result: 'satisfied', reason: 'every action type needs a review' };
  const listed = [type, derivedType].find((each) => each !== undefined && actions.includes(each));
  if (listed !== undefined) return { id, result: 'satisfied', reason: `${listed} needs a review` };
  return { id, result: 'unsatisfied', reason: `${type} is not among the actions that need a review` };
}
