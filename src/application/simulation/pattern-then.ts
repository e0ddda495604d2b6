import type { RuleResult } from '../../domain/model/decision.js';
import type { ReviewRequested } from '../../domain/model/event.js';
import type { PatternEvidence } from '../../domain/policy/facts.js';
import { patternIn, patternRuledOut } from '../../domain/policy/skip-rule.js';
import type { OtherPolicy } from './other-policy.js';

/** The most that could have been learned of a creator. */
const trusted: PatternEvidence = { enabled: true, successes: Number.MAX_SAFE_INTEGER, confidence: 1 };

/**
 * What may have been learned of the creator when the change was requested: what let it pass, where it did; else nothing, and under
 * another policy anything, where its token proved who it is and the record does not rule it out.
 */
export function patternsThen(
  { peer, creator, policy: then, openingRules }: ReviewRequested,
  { policy, digest }: OtherPolicy,
): readonly (PatternEvidence | undefined)[] {
  const known = patternIn(openingRules);
  if (known !== undefined) return [known];
  const asked = policy.reviewRequired.skipIf.some(({ hasAutoSkipPattern }) => hasAutoSkipPattern === true);
  const proved = peer?.request.proved === true && peer.request.by === creator;
  if (!asked || !proved || digest === then.digest || isRuledOut(openingRules, policy.learning.autoEnableAt))
    return [undefined];
  return [undefined, trusted];
}

function isRuledOut(recorded: readonly RuleResult[], autoEnableAt: number | null): boolean {
  const why = patternRuledOut(recorded);
  return why === 'nothing_learned' || (why === 'not_switched_on' && autoEnableAt === null);
}
