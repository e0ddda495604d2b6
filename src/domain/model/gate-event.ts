import type { ConditionResult, Gate, GateDecision, GateReview } from './gate.js';

/** What happens in a gate, as the journal keeps it. */
export type GateFact =
  | { readonly type: 'gate_opened'; readonly data: GateOpened }
  | { readonly type: 'gate_resumed'; readonly data: { readonly leaseUntil: number } }
  | { readonly type: 'gate_produced'; readonly data: GateProduced }
  | { readonly type: 'gate_reviewed'; readonly data: GateReviewed }
  | { readonly type: 'gate_edit_kept'; readonly data: GateEditKept }
  | { readonly type: 'gate_ended'; readonly data: GateEnded }
  | { readonly type: 'gate_person_decided'; readonly data: GatePersonDecided };

export interface GateOpened extends Pick<
  Gate,
  'task' | 'workflow' | 'description' | 'coder' | 'reviewer' | 'terms' | 'standards' | 'artifactPath' | 'notifications'
> {
  /** Epoch milliseconds. */
  readonly leaseUntil: number;
}

/** What the coder made, or why it made nothing. */
export interface GateProduced {
  /** As `GateIteration.artifact`. */
  readonly artifact: string | null;
  readonly failure?: string;
  /** As `GateIteration.edit`; absent: none. */
  readonly edit?: string;
  /** Epoch milliseconds. */
  readonly leaseUntil: number;
}

export interface GateReviewed {
  readonly review: GateReview & { readonly conditions: readonly ConditionResult[] };
  readonly decision: GateDecision;
  /** Epoch milliseconds. */
  readonly leaseUntil: number;
}

/** What somebody wrote into the file of the artifact, beside the gate, is in the store before the artifact takes its place. */
export interface GateEditKept {
  /** `sha256` hex. */
  readonly digest: string;
}

/** The loop is over, or a person goes on with it. */
export interface GateEnded {
  readonly status: 'go' | 'waiting' | 'ungated';
  /** As `Gate.reason`. */
  readonly reason: string;
  readonly why: string;
}

export interface GatePersonDecided {
  /** `more`: the loop goes on. */
  readonly outcome: 'go' | 'no_go' | 'more';
  readonly person: string;
  readonly note: string;
  /** Of `more`: how many. */
  readonly iterations?: number;
}
