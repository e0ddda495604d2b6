import type { Outcome, RuleResult } from '../../domain/model/decision.js';

/** What the other policy makes of a review. `needs_review`: the recorded skip falls away, and nobody has looked at the change. */
export type SimulatedOutcome = Outcome | 'needs_review';

type Seen = Pick<RuleResult, 'result' | 'reason'>;

/** A rule that is seen differently; null on the side that did not look at it. */
export interface RuleDifference {
  readonly id: string;
  readonly recorded: Seen | null;
  readonly simulated: Seen | null;
}

/** A review that the other policy decides differently, or of which that can't be known. */
export interface SimulatedReview {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly creator: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Round of the first decision that is another: 0 is the first. What followed it in the journal followed from the recorded one. */
  readonly revision: number;
  /** Null where nothing was decided. A decision that puts a question to a person is `escalated`. */
  readonly recorded: Outcome | null;
  /** Null: can't be known. */
  readonly simulated: SimulatedOutcome | null;
  /** Outcomes that what is not recorded leaves open; empty where anything may be. */
  readonly possible: readonly SimulatedOutcome[];
  /** What is not recorded, in sentences without a full stop; empty where the outcome is known. */
  readonly unknown: readonly string[];
  readonly rules: readonly RuleDifference[];
}

export interface FlipCount {
  readonly recorded: Outcome | null;
  readonly simulated: SimulatedOutcome;
  readonly reviews: number;
}

/** The recorded history under another policy. Every review is in exactly one of the four counts. */
export interface Simulated {
  readonly reviews: number;
  readonly same: number;
  readonly flipped: number;
  readonly unknown: number;
  /** Nothing was decided yet, and the other policy asks for a review as well. */
  readonly undecided: number;
  /** The most frequent first. */
  readonly flips: readonly FlipCount[];
  /** Those that flip or can't be known, the newest first. */
  readonly decisions: readonly SimulatedReview[];
}

/** Rules whose result or reason is another, in the order of the other policy, then those that it does not look at. */
export function differences(recorded: readonly RuleResult[], simulated: readonly RuleResult[]): RuleDifference[] {
  const before = new Map(recorded.map((rule) => [rule.id, rule]));
  const after = new Set(simulated.map(({ id }) => id));
  const changed = simulated.flatMap((rule): RuleDifference[] => {
    const was = before.get(rule.id);
    if (was?.result === rule.result && was.reason === rule.reason) return [];
    return [{ id: rule.id, recorded: seen(was), simulated: seen(rule) }];
  });
  const gone = recorded.filter(({ id }) => !after.has(id));
  return [...changed, ...gone.map((rule) => ({ id: rule.id, recorded: seen(rule), simulated: null }))];
}

function seen(rule: RuleResult | undefined): Seen | null {
  return rule === undefined ? null : { result: rule.result, reason: rule.reason };
}
