import type { RuleResult } from '../../model/decision.js';
import { qualityCheckNames, type ConditionResult, type GateDecision, type GateReview } from '../../model/gate.js';

interface Row {
  readonly id: string;
  readonly outcome: Exclude<GateDecision['outcome'], 'approved'>;
  /** Undefined: nothing to object to. */
  readonly objection: (review: GateReview, conditions: readonly ConditionResult[]) => string | undefined;
  readonly fine: string;
}

/** What keeps an artifact from being let through, what wins first: only a GO that nothing speaks against is one (GATE, SPEC 2 rule 1). */
const rows: readonly Row[] = [
  {
    id: 'gate.reviewed',
    outcome: 'inconclusive',
    objection: ({ decision, failure }) =>
      decision === null ? (failure ?? 'the reviewer gave no decision') : undefined,
    fine: 'the reviewer gave a decision',
  },
  {
    id: 'gate.consistent',
    outcome: 'inconclusive',
    objection: contradiction,
    fine: 'the decision agrees with the quality checks and says why',
  },
  {
    id: 'gate.conditions_readable',
    outcome: 'inconclusive',
    objection: (_, conditions) => named(conditions, 'error'),
    fine: 'every exit condition could be evaluated',
  },
  {
    id: 'gate.exit_without_go',
    outcome: 'escalated',
    objection: ({ decision }, conditions) =>
      decision === 'NO_GO' && conditions.length > 0 && conditions.every(({ result }) => result === 'holds')
        ? 'the exit conditions end the loop without a GO'
        : undefined,
    fine: 'no exit without a GO',
  },
  {
    id: 'gate.decision',
    outcome: 'changes_requested',
    objection: ({ decision }) => (decision === 'NO_GO' ? 'the reviewer says NO_GO' : undefined),
    fine: 'the reviewer says GO',
  },
  {
    id: 'gate.exit_conditions',
    outcome: 'changes_requested',
    objection: ({ decision }, conditions) => (decision === 'GO' ? named(conditions, 'fails') : undefined),
    fine: 'every exit condition holds',
  },
];

/** Decision of the protocol `gate` on one artifact. Pure. */
export function decide(review: GateReview, conditions: readonly ConditionResult[]): GateDecision {
  const looked = rows.map((row) => ({ row, reason: row.objection(review, conditions) }));
  const rules = looked.map(({ row, reason }): RuleResult => {
    if (reason !== undefined) return { id: row.id, result: 'unsatisfied', reason };
    if (review.decision === null) return { id: row.id, result: 'not_applicable', reason: 'there is no decision' };
    return { id: row.id, result: 'satisfied', reason: row.fine };
  });
  return { outcome: looked.find(({ reason }) => reason !== undefined)?.row.outcome ?? 'approved', rules };
}

/** Only a whole answer lets anything through: a GO says why, and yes to each quality check (SPEC 2 rule 1). */
function contradiction({ decision, feedback, qualityChecks }: GateReview): string | undefined {
  if (decision === null) return undefined;
  const mute = feedback.trim() === '';
  if (decision === 'NO_GO') return mute ? 'NO_GO without feedback: the coder could mend nothing' : undefined;
  const unmet = qualityCheckNames.filter((name) => qualityChecks[name] === false);
  if (unmet.length > 0) return `GO, and ${unmet.join(', ')} not met`;
  const unjudged = qualityCheckNames.filter((name) => qualityChecks[name] !== true);
  const missing = [...(mute ? ['feedback'] : []), ...unjudged];
  return missing.length > 0 ? `GO without ${missing.join(', ')}` : undefined;
}

function named(conditions: readonly ConditionResult[], result: ConditionResult['result']): string | undefined {
  const found = conditions.filter((each) => each.result === result);
  const words = found.map(({ condition, detail }) => (detail === undefined ? condition : `${condition} (${detail})`));
  return found.length === 0
    ? undefined
    : `${result === 'error' ? 'cannot be evaluated' : 'does not hold'}: ${words.join('; ')}`;
}
