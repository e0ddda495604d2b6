import type { Opinion } from '../../domain/model/opinion.js';
import type { Classification, Criterion, EmbeddedVerdict } from '../../domain/model/review.js';
import type { Service } from '../../domain/model/memory.js';
import type { Seat } from '../../domain/model/seat.js';
import type { PanelSeat } from '../../domain/seating/seating.js';
import type { ContextPart } from '../../domain/model/task.js';
import type { OwedAnswers } from '../prompt/answer-form.js';
import type { SettledFinding } from '../prompt/review-prompt.js';
import type { PromptTemplates } from '../prompt/templates.js';
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
  /** Services that the change touches; absent where the policy names none of them. */
  readonly services?: readonly Service[];
  /** Globs the author declared as the scope of the change; undefined when none was declared. */
  readonly scope?: readonly string[];
  /** Named by the policy of the base revision, run in a checkout of the head; undefined: no test command. */
  readonly testCommand?: TestCommand;
  /** A person has a seat whatever the others say, since the base has rules that nobody can read. */
  readonly personDecides?: true;
  /** Numbers for the verdict of reviewers without one of their own. */
  readonly embeddedVerdict: EmbeddedVerdict;
  /** Rules that embedded reviewers look for; undefined: all. What needs another rule is then not checked. */
  readonly rules?: readonly string[];
  /** Agents that are asked at once, and what they are told; undefined: only the embedded reviewers work. */
  readonly panel?: PanelTask;
}

/** What agents and models are asked. */
export interface PanelTask {
  readonly seats: readonly PanelSeat[];
  /** Grounds on which the policy lets a reviewer reject. */
  readonly rejectGrounds: readonly string[];
  /** Findings that a person disposed of on exactly this content. */
  readonly settled: readonly SettledFinding[];
  /** What is remembered of earlier reviews, in the words of others; absent where nothing is. */
  readonly memory?: readonly string[];
  /** What the author says of the change; undefined: the first look is blind to it. */
  readonly claims?: readonly string[];
  /** What is told of the task that the change is to do; absent where it is no task of a plan. */
  readonly context?: readonly ContextPart[];
  /** The policy leaves the change itself out of what agents are told (SVC, `include_git_diff`). */
  readonly withoutDiff?: boolean;
  /** What the answer owes beside a verdict; absent where no author asked anything and no round was before. */
  readonly owed?: OwedAnswers;
  /** Templates that the base revision brings instead of the built-in ones. */
  readonly templates: PromptTemplates;
  /** Longest time of one opinion where its agent says nothing else, milliseconds. */
  readonly timeoutMs: number;
  /** Longest time of one opinion whatever its agent says, milliseconds; absent: no other. */
  readonly maxMs?: number;
  /** Upper bound of all prompts together; null: none. */
  readonly maxTokens: number | null;
  /** Upper bound for drivers that can be told one; null: none. */
  readonly maxCostUsd: number | null;
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
  /** To be kept, whatever else is shown. */
  readonly lasting?: true;
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
