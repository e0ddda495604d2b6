import type { Recipient } from './notification.js';

/** A creator with an action type: what is learned is learned of the two together (PRS 11). */
export interface PatternKey {
  /** Name of an agent with a token. */
  readonly creator: string;
  /** Action type. */
  readonly type: string;
}

/**
 * What one review says of its pattern. `clean`: approved as first submitted. `failed`: objected to in any round, dodged, or traced to a bug
 * or a revert after its approval. `unclear`: approved in a way that says little. `skipped`: not looked at. `escaped`: a skip to which a
 * bug or a revert was traced. `drawn`: drawn for review and not decided yet.
 */
export type EvidenceOutcome = 'clean' | 'failed' | 'unclear' | 'skipped' | 'escaped' | 'drawn';

export interface Evidence {
  /** Epoch milliseconds at which the outcome stood. */
  readonly at: number;
  readonly outcome: EvidenceOutcome;
  /** Of the decision, integer 0-100; 0 where there was none. */
  readonly confidence: number;
  /** Digest of what the review rested on: another policy, model or prompt is another basis. */
  readonly basis: string;
  /** What was changed, wherever it stands: the same asked for again is no more evidence. */
  readonly content: string;
  readonly review: string;
}

/** Whether a change was drawn for review, so that anybody can draw again and see the same (SPEC 7). */
export interface PatternDraw {
  /** Random, hex; made when the change was submitted and not before. */
  readonly seed: string;
  /** In [0, 1), from the seed and the id of the review. */
  readonly drawn: number;
  /** Fraction of the changes that is reviewed; below it, this one is. */
  readonly fraction: number;
  readonly reviewed: boolean;
}

/** Facts of one pattern beside those that its reviews are. */
export type PatternEvent =
  | { readonly type: 'pattern_suggested'; readonly data: PatternSuggested }
  | { readonly type: 'pattern_enabled'; readonly data: PatternEnabled }
  | { readonly type: 'pattern_disabled'; readonly data: PatternDisabled };

export interface PatternSuggested extends PatternKey {
  /** Successful reviews in the lookback period. */
  readonly successes: number;
  /** Fraction 0-1. */
  readonly confidence: number;
  /** Whom the policy of then has told; absent in journals of before anybody was. */
  readonly tell?: readonly Recipient[];
}

export interface PatternEnabled extends PatternKey {
  /** The person who did; null where the policy's `auto_enable_at` did. */
  readonly person: string | null;
  readonly note: string;
  /** Fraction 0-1 with which the pattern begins. */
  readonly confidence: number;
}

export interface PatternDisabled extends PatternKey {
  /** The person who did; null where what was reviewed did. */
  readonly person: string | null;
  /** Of the person, or what it fell by. */
  readonly note: string;
}

/** The state that the events of one pattern's stream add up to. */
export interface PatternSwitch extends PatternKey {
  readonly id: string;
  /** Epoch milliseconds of the latest of each; null: never. */
  readonly suggestedAt: number | null;
  readonly enabledAt: number | null;
  readonly disabledAt: number | null;
  /** Who switched it last; null: the policy or what was reviewed did, or nobody. */
  readonly person: string | null;
  readonly note: string | null;
  /** Fraction 0-1 with which it was switched on. */
  readonly confidence: number;
}

/** Id of a pattern, as its stream names it. Types are words of a policy and may hold anything: the creator, in kebab-case, comes first. */
export function patternId({ creator, type }: PatternKey): string {
  return `${creator}/${type}`;
}
