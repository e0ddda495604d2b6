import type { EvaluateCondition } from '../../domain/policy/facts.js';
import { explain } from '../../domain/policy/explain.js';
import type { PolicyExplanation } from '../application.js';
import { repairRules } from '../commands/opening.js';
import type { Prepared } from '../commands/prepare.js';

/** Why a change needs a review or not, of whom, and what would decide. */
export function explainPolicy(prepared: Prepared, evaluate: EvaluateCondition): PolicyExplanation {
  const { policy, origin, classification, facts, pathFacts } = prepared;
  const transcript = explain(policy, facts, pathFacts, evaluate);
  const { primary, backup, escalate } = transcript.reviewer ?? { primary: 'nobody' };
  return {
    policy: origin,
    classification,
    needsReview: transcript.requirement.needed,
    reviewer: {
      primary,
      ...(backup === undefined ? {} : { backup }),
      ...(escalate === undefined ? {} : { escalate }),
    },
    criteria: transcript.criteria.map(({ name, required, description }) => ({ name, required, description })),
    rules: [...repairRules(prepared), ...transcript.rules],
  };
}
