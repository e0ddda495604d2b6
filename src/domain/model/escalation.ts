/** When a review goes to a person by itself (SPEC 5.6). Null: this rule is off. */
export interface EscalationRules {
  /** Rejected, and the creator disagrees. */
  readonly onDisputedRejection: boolean;
  /** A negative decision when revisions already equal this escalates (SPEC 3). */
  readonly maxRevisions: number;
  readonly maxOpenMinutes: number | null;
  /** Points (0-100) by which the creator's confidence may exceed the reviewer's. */
  readonly maxConfidenceGap: number | null;
  /** A security or breaking change judged with less confidence (0-100) than this. */
  readonly minCriticalTypeConfidence: number | null;
  /** Hours a person has; then the conservative default holds, never an approval (SPEC 3). */
  readonly humanTimeoutHours: number;
}

/** Why a review went to a person (SPEC 5.6). */
export type EscalationTrigger =
  | 'by_hand'
  | 'disputed_rejection'
  | 'revision_cap'
  | 'fix_loop'
  | 'open_too_long'
  | 'confidence_gap'
  | 'critical_type_unsure'
  | 'several_valid_options'
  | 'mutual_uncertainty'
  | 'contradictory_reviews'
  | 'contested_twice'
  | 'creator_silent'
  | 'nobody_free'
  | 'rules';

/** The question put to a person: the state that its events add up to. */
export interface Escalation {
  readonly trigger: EscalationTrigger;
  readonly reason: string;
  /** Who asked for it; `countersign` where a rule did. */
  readonly by: string;
  /** As `ReviewEscalated.stop`. */
  readonly stop?: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Absent on an escalation whose two sides never spoke. */
  readonly dossier?: Dossier;
  /** Epoch milliseconds; null where nothing limits it. */
  readonly deadline: number | null;
  /** Name of the person it is put to; null: anybody with the credential of a person. */
  readonly assignee: string | null;
  readonly state: 'open' | 'decided' | 'expired';
}

/** What a person needs to decide: both positions with their evidence, and what can be done. */
export interface Dossier {
  readonly positions: readonly Position[];
  readonly options: readonly Option[];
  /** From this person's earlier decisions of the kind; null without any. */
  readonly recommendation: Recommendation | null;
}

export interface Position {
  readonly who: string;
  readonly side: 'creator' | 'reviewer';
  /** Integer 0-100. */
  readonly confidence: number | null;
  readonly text: string;
  readonly evidence: readonly string[];
}

export interface Option {
  /** From 1. */
  readonly number: number;
  readonly title: string;
  readonly outcome: 'approved' | 'changes_requested' | 'rejected';
  readonly pros: readonly string[];
  readonly cons: readonly string[];
  readonly effort: string;
}

export interface Recommendation {
  readonly option: number;
  /** Earlier decisions it rests on. */
  readonly evidence: number;
  readonly text: string;
}

/** The policy's word for the most delicate path of a change (`paths[].sensitivity`). */
export type Sensitivity = 'normal' | 'sensitive' | 'protected';
