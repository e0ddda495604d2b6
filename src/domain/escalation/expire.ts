import type { Decision } from '../model/decision.js';
import type { Review } from '../model/review.js';

/**
 * What holds when no person decided in time (SPEC 3): the reviewer's position. A rejection stays one; everything else asks
 * for changes, an approval that a person had to confirm included. It never approves, and no person's name stands on it.
 */
export function expired({ decision, escalation }: Review): Decision {
  const outcome = decision?.outcome === 'rejected' ? 'rejected' : 'changes_requested';
  const until = escalation?.deadline ?? null;
  const reason = `no person decided${until === null ? '' : ` by ${new Date(until).toISOString()}`}: the reviewer's position stands`;
  return {
    outcome,
    confidence: decision?.confidence ?? 0,
    rules: [...(decision?.rules ?? []), { id: 'escalation.expired', result: 'unsatisfied', reason }],
  };
}
