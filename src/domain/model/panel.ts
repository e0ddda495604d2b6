import type { EffectiveVotes } from './calibration.js';

/** Stage of a panel: does it do what it has to, then: is it well made (SPEC 6.1). */
export type PanelStage = 'spec' | 'quality';

export const panelStages: readonly PanelStage[] = ['spec', 'quality'];

/** What follows without a person, where the policy allows it; else a person decides (SPEC 6.4). */
export type PanelAction = 'auto_approve' | 'auto_reject' | 'human';

/** One model's word on one stage, and the `seatName`s that give it. */
export interface PanelVoice {
  readonly stage: PanelStage;
  readonly model: string;
  readonly seats: readonly string[];
}

/** What the policy says of a panel, in force for one review from its opening on. */
export interface PanelTerms {
  readonly strategy: 'parallel' | 'single';
  /** The last is the strongest (SPEC 6.4). */
  readonly models: readonly string[];
  /** Quality seats work beside the spec seats in the first round (SPEC 6.1). */
  readonly speculativeQuality: boolean;
  readonly autoApprove: boolean;
  readonly autoReject: boolean;
  /** The caller wants the author to mend what fails before a person is asked (`--fix`). */
  readonly sendBack?: true;
  readonly voices: readonly PanelVoice[];
  /** Absent where too little is known of how far its models agree. */
  readonly votes?: EffectiveVotes;
}

/** How many findings of one kind a stage has, and the worst of them. */
export interface PanelCount {
  /** `agreed`, `only` of one model, or `contradiction`. */
  readonly category: 'agreed' | 'only' | 'contradiction';
  /** Of `only`: whose. */
  readonly model?: string;
  readonly count: number;
  readonly severity: 'critical' | 'important' | 'minor' | null;
}

export interface PanelStageResult {
  readonly stage: PanelStage;
  /** `discarded`: on record, and without effect since spec did not pass. `not_run`: nobody was asked. */
  readonly result: 'pass' | 'fail' | 'inconclusive' | 'discarded' | 'not_run';
  readonly voices: readonly {
    readonly model: string;
    readonly verdict: 'pass' | 'fail' | 'inconclusive';
    readonly reason: string;
  }[];
  readonly counts: readonly PanelCount[];
}

/** How a panel decided (SPEC 6.4). */
export interface PanelDecision {
  readonly strategy: PanelTerms['strategy'];
  /** Seats of models and stages that were asked in this round. */
  readonly seats: number;
  /** Whether both stages were asked at once. */
  readonly speculative: boolean;
  /** Number of the row of SPEC 6.4 that holds, 1-8. */
  readonly row: number;
  readonly situation: string;
  /** Fraction 0-1. */
  readonly confidence: number;
  readonly action: PanelAction;
  /** Where enough was known of how far its models agree (SPEC 7). */
  readonly votes?: EffectiveVotes;
  readonly stages: readonly PanelStageResult[];
}
