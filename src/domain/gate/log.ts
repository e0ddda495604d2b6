import type { Gate, GateIteration, QualityChecks } from '../model/gate.js';

/** One record of the review log (GATE, decision schema). */
export interface GateRecord {
  readonly task_id: string;
  readonly reviewer_agent: string;
  readonly coder_agent: string;
  readonly iteration: number;
  readonly decision: 'GO' | 'NO_GO' | 'INCONCLUSIVE';
  readonly feedback: string;
  readonly quality_checks: QualityChecks;
  /** ISO 8601 UTC. */
  readonly timestamp: string;
  /** Whether it is the last word of the loop. */
  readonly final: boolean;
}

/** The whole log of a gate (GATE, review log). */
export interface GateLogDocument {
  readonly task_id: string;
  readonly overlay: 'agentic_review';
  readonly iterations: readonly Omit<GateRecord, 'task_id' | 'reviewer_agent' | 'coder_agent' | 'final'>[];
  readonly final_decision: 'GO' | 'NO_GO' | null;
  readonly completed_at: string | null;
  /** Whether the artifact is what was let through: `changed` or `missing` where it is not, and then there is no GO; null where none was. */
  readonly artifact: 'go' | 'changed' | 'missing' | null;
  /** The person whose word the final decision is; null where it is the loop's. */
  readonly decided_by: string | null;
}

export function recordOf(gate: Gate, iteration: GateIteration, final: boolean): GateRecord {
  return {
    task_id: gate.task,
    reviewer_agent: gate.reviewer ?? '',
    coder_agent: gate.coder,
    ...wordsOf(iteration),
    final,
  };
}

function wordsOf({ iteration, review, decision, failure, at }: GateIteration) {
  const unknown = {
    acceptance_criteria_met: null,
    code_standards_met: null,
    test_coverage_adequate: null,
    security_review_passed: null,
  };
  return {
    iteration,
    // A GO that something speaks against is none: a condition that fails, or a check that is not met.
    decision: wordOf(decision?.outcome),
    feedback: review?.feedback ?? failure ?? '',
    quality_checks: review?.qualityChecks ?? unknown,
    timestamp: new Date(at).toISOString(),
  };
}

function wordOf(outcome: string | undefined): GateRecord['decision'] {
  if (outcome === 'approved') return 'GO';
  return outcome === 'changes_requested' || outcome === 'escalated' ? 'NO_GO' : 'INCONCLUSIVE';
}

/** `artifact`: how that of a GO stands now; a GO is one for exactly the content that was let through (SPEC 2, rule 3). */
export function logDocument(gate: Gate, artifact: GateLogDocument['artifact']): GateLogDocument {
  const final = gate.status === 'go' ? (artifact === 'go' ? 'GO' : null) : gate.status === 'no_go' ? 'NO_GO' : null;
  return {
    task_id: gate.task,
    overlay: 'agentic_review',
    iterations: gate.iterations.filter(({ decision }) => decision !== null).map(wordsOf),
    final_decision: final,
    artifact,
    completed_at: gate.endedAt === null ? null : new Date(gate.endedAt).toISOString(),
    decided_by: final === null ? null : (gate.personDecision?.person ?? null),
  };
}
