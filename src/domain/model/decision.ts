import type { PanelDecision } from './panel.js';

/** Outcome of a review (SPEC 4). Skipped, escalated and inconclusive are never "approved" (SPEC 2, rule 6). */
export type Outcome =
  'approved' | 'changes_requested' | 'rejected' | 'escalated' | 'inconclusive' | 'skipped' | 'flagged' | 'paused';

/** One rule's part in the decision. */
export interface RuleResult {
  readonly id: string;
  readonly result: 'satisfied' | 'unsatisfied' | 'not_applicable' | 'error';
  readonly reason: string;
}

/** What deterministic code decided, with every rule that was looked at. */
export interface Decision {
  readonly outcome: Outcome;
  /** Integer 0-100. */
  readonly confidence: number;
  readonly rules: readonly RuleResult[];
  /** Of a round that the protocol `panel` decided. */
  readonly panel?: PanelDecision;
}
