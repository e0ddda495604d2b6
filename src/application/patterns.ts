import type { PatternKey, PatternSwitch } from '../domain/model/pattern.js';
import type { Refusal } from '../domain/model/refusal.js';
import type { SamplingPlan } from '../domain/patterns/bounds.js';
import type { PatternStanding } from '../domain/patterns/standing.js';

/** One pattern as it stands under the policy of the newest commit. */
export interface PatternReport extends PatternKey, PatternStanding {
  readonly switched: PatternSwitch | null;
  readonly plan: SamplingPlan;
  /** Of how many changes the next is about. */
  readonly horizon: number;
  /** Bad changes of so many that pass unreviewed at most, with 95 %, while it skips. */
  readonly passUnreviewedAtMost: number;
  /** The same in the long run, as a fraction of all changes. */
  readonly passUnreviewedInTheLongRun: number;
  /** What these figures mean. */
  readonly sentences: readonly string[];
}

export interface SwitchPattern extends PatternKey {
  readonly on: boolean;
  readonly note: string;
}

/** What is learned of creators, and which reviews that may skip (SPEC 7). */
export interface Patterns {
  list(filter: Partial<PatternKey>): Promise<readonly PatternReport[] | Refusal>;
  /** What a person was asked to switch on and has not answered; nothing where nothing was learned. */
  suggested(): Promise<readonly PatternReport[] | Refusal>;
  /** Needs the credential of a person. */
  switch(ask: SwitchPattern): Promise<PatternReport | Refusal>;
}
