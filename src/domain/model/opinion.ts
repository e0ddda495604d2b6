import type { ConfidenceInForce } from './calibration.js';
import type { Coverage } from './change.js';
import type { Marks, RaisedFinding } from './finding.js';
import type { Seat, SeatFailure, StoodIn } from './seat.js';
import type { Verdict } from './verdict.js';

/** Answer to one criterion: true, false, or null when nobody checked it. */
export interface CriterionAnswer {
  readonly answer: boolean | null;
  /** Always given for false and null; for true where it is true because nothing of the change is concerned. */
  readonly reason?: string;
  /** For false: ids of the rules whose findings, and nothing else, made it so. */
  readonly because?: readonly string[];
  /** Beside `because`: why the criterion could not be called true even without these findings. */
  readonly unchecked?: string;
  /** Ids of the rules whose minor findings speak against it without making it false. */
  readonly minor?: readonly string[];
}

/** How much of one entry the seat was shown, by path of the inventory. */
export interface ShownEntry {
  readonly path: string;
  readonly coverage: Exclude<Coverage, 'excluded'>;
  /** Why it is not `reviewed`. */
  readonly reason?: string;
}

/** One seat's verdict on one round. */
export interface Opinion {
  readonly seat: Seat;
  readonly verdict: Verdict;
  /** The reviewer's own word, only where it differs from the canonical one. */
  readonly statedVerdict?: string;
  /** Integer 0-100. */
  readonly confidence: number;
  readonly summary: string;
  readonly checklist: Readonly<Record<string, CriterionAnswer>>;
  readonly answers?: readonly string[];
  /** As it was read from an answer: what became of findings of earlier rounds. */
  readonly verified?: readonly Verified[];
  readonly findings: readonly RaisedFinding[];
  readonly shown: readonly ShownEntry[];
  readonly durationMs: number;
  readonly failure?: SeatFailure;
  /** Named ground of a rejection (SPEC 5.5). */
  readonly ground?: string;
  /** Of an architecture decision: approaches that are all valid, for a person to choose from (SPEC 5.6). */
  readonly validOptions?: readonly string[];
  /** A middle way between both positions, offered to a person. */
  readonly compromise?: string;
  /** Why this opinion differs from the seat's earlier one, where it was asked (SPEC 5.6). */
  readonly clarification?: string;
  /** Of an approval by somebody of whom enough is known: how far its confidence is believed. */
  readonly calibration?: ConfidenceInForce;
  /** What it cost, as far as the driver told. */
  readonly usage?: Usage;
  /** Seats that owed this opinion before, in the order in which they failed. */
  readonly inPlaceOf?: readonly StoodIn[];
  /** Of an objection: how the change as a whole is known again. */
  readonly marks?: Marks;
  /** Digests of blobs that back the opinion: transcripts, test output. */
  readonly evidence?: readonly Evidence[];
}

export interface Evidence {
  readonly what: string;
  /** `sha256` hex of the stored blob. */
  readonly digest: string;
}

/** What an opinion cost. What nobody told is absent, which is not zero. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly costUsd?: number;
}

/** What somebody says of a finding of an earlier round. */
export interface Verified {
  /** Id of the finding. */
  readonly finding: string;
  readonly outcome: 'fixed' | 'still_open';
}

/** What stands in the place of the opinion that a seat came back without: inconclusive, never an approval (SPEC 2, rule 1). */
export function noOpinion(seat: Seat, failure: SeatFailure, durationMs: number): Opinion {
  return {
    seat,
    verdict: 'inconclusive',
    confidence: 0,
    summary: `No opinion (${failure.kind}): ${failure.detail}`,
    checklist: {},
    findings: [],
    shown: [],
    durationMs: Math.round(durationMs),
    failure,
  };
}
