import type { RuleResult } from '../model/decision.js';
import type { Policy } from '../model/policy.js';
import type { Classification, TrivialProof } from '../model/review.js';

/** Trivial action types (PRS section 5) and the proofs that back each; a claim without proof is worth nothing. */
const acceptedProofs: ReadonlyMap<string, readonly TrivialProof[]> = new Map<string, readonly TrivialProof[]>([
  ['fix_typo', ['docs_only', 'comments_only', 'formatting_only', 'no_code']],
  ['update_formatting', ['formatting_only', 'no_code']],
  ['add_comment', ['comments_only', 'no_code']],
  ['update_readme', ['docs_only', 'no_code']],
]);

/** Types that must all be skippable before a mix of their kinds is. */
const mixedKinds: readonly string[] = ['update_formatting', 'add_comment', 'update_readme'];

export function isTrivialType(type: string): boolean {
  return acceptedProofs.has(type);
}

/** Whether the change was proved to be no more than its trivial type says. */
export function proofRule(policy: Policy, classification: Classification): RuleResult {
  const id = 'policy.proof';
  const { type, proof } = classification;
  const accepted = acceptedProofs.get(type);
  if (accepted === undefined) return { id, result: 'not_applicable', reason: `${type} is not a trivial type` };
  if (proof === undefined) {
    return { id, result: 'unsatisfied', reason: `${type} was claimed, but nothing proves that only this changed` };
  }
  if (!accepted.includes(proof)) {
    return { id, result: 'unsatisfied', reason: `${type} needs ${accepted.join(' or ')}, proved is ${proof}` };
  }
  const missing = proof === 'no_code' ? mixedKinds.filter((kind) => !skipsAlways(policy, kind)) : [];
  if (missing.length > 0) {
    return { id, result: 'unsatisfied', reason: `a mix of kinds, and the policy does not skip ${missing.join(', ')}` };
  }
  return { id, result: 'satisfied', reason: `${proof}: proved on the syntax of every file` };
}

/** A skip rule for this type that asks nothing else. */
function skipsAlways(policy: Policy, type: string): boolean {
  return policy.reviewRequired.skipIf.some(
    (rule) =>
      rule.actionType === type &&
      rule.autonomyLevel === undefined &&
      rule.hasAutoSkipPattern === undefined &&
      rule.when === undefined,
  );
}
