import type { Opinion } from '../../domain/model/opinion.js';
import type { Classification, Criterion, EmbeddedVerdict } from '../../domain/model/review.js';
import type { Seat } from '../../domain/model/seat.js';
import type { FrozenChange } from './repository.js';

/** Everything a seat needs to review, and nothing that the author claims (SPEC 9: blind first pass). */
export interface Packet {
  readonly reviewId: string;
  readonly frozen: FrozenChange;
  readonly classification: Classification;
  /** All criteria in force; a seat answers those it can. */
  readonly criteria: readonly Criterion[];
  /** Path to the name of the rule that excludes it from reading. */
  readonly exclusions: Readonly<Record<string, string>>;
  /** Globs the author declared as the scope of the change; undefined when none was declared. */
  readonly scope?: readonly string[];
  /** Named by the policy of the base revision, run in a checkout of the head; undefined: no test command. */
  readonly testCommand?: TestCommand;
  /** Numbers for the verdict of reviewers without one of their own. */
  readonly embeddedVerdict: EmbeddedVerdict;
}

export interface TestCommand {
  /** Run by `sh -c`. */
  readonly command: string;
  readonly timeoutMs: number;
}

export interface SeatProgress {
  readonly seat: string;
  /** What is being done now, a few words. */
  readonly step: string;
}

/** One way to get opinions. It never throws for what a reviewer does wrong: that is an opinion with a `failure`. */
export interface Reviewer {
  /** The seats it can take on this change, without those that have nothing to say about it. */
  seats(packet: Packet): readonly Seat[];
  /** One opinion for each seat, in the order of `seats`. */
  review(
    packet: Packet,
    seats: readonly Seat[],
    progress: (step: SeatProgress) => void,
    signal: AbortSignal,
  ): Promise<readonly Opinion[]>;
}
