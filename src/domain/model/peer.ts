import type { BranchTip, Change } from './change.js';
import type { EscalationRules } from './escalation.js';
import type { Finding } from './finding.js';
import type { Opinion, ShownEntry } from './opinion.js';
import type { AgentEntry } from './policy-protocols.js';
import type { StoodIn } from './seat.js';

/**
 * Peer review (SPEC 5): what a review keeps beside its opinions while agents review each other. Null on a review whose
 * reviewers all work at once.
 */
export interface PeerCase {
  readonly request: PeerRequest;
  readonly terms: PeerTerms;
  /** What a reviewer of the present content reads; null where only embedded reviewers were asked. */
  readonly material: Material | null;
  /** Who owes the next opinion, and since when; null while nobody is free. */
  readonly assignment: Assignment | null;
  /** Since when the review waits for a free reviewer, epoch milliseconds; null while it does not. */
  readonly waitingSince: number | null;
  /** Names of those the review was taken from, or who gave an opinion in this round. */
  readonly tried: readonly string[];
  /** `sha256` hex of the nonce that the reviewer's answer must carry; null until somebody starts. */
  readonly nonceDigest: string | null;
  /** Nonces that were answered or given up: answering with one of them is a replay. */
  readonly spentNonces: readonly string[];
  /** Context of whoever reviews now, as `PeerRequest.context`. */
  readonly context: string | null;
  /** Contexts of those who have answered in this round: another seat of it must be another pair of eyes. */
  readonly answeredFrom: readonly string[];
  /** What a reviewer of this round noted before it ended or fell silent. */
  readonly partialWork: string | null;
  /** Epoch milliseconds of the latest request for changes, null when none is open. */
  readonly changesRequestedAt: number | null;
  /** Epoch milliseconds of the latest submission by the creator: the request itself, then each revision. */
  readonly submittedAt: number;
  /** What the creator says it changed in the latest revision. */
  readonly changesMade: string | null;
  /** Findings of earlier rounds; those still open must be verified by another pair of eyes (SPEC 2, rule 4). */
  readonly earlier: readonly Finding[];
  /** Ids of findings that the creator says are fixed. */
  readonly claimedFixed: readonly string[];
  readonly contests: readonly Contest[];
  /** The seat that its reviewer did not come for, while it waits for a worker or is with one; null otherwise. */
  readonly offer: SeatOffer | null;
  /** How often each agent was called in this round, by name. */
  readonly called: Readonly<Record<string, number>>;
  /** Kinds of deadline that have fired since the latest change of status, so that none fires twice. */
  readonly fired: readonly DeadlineKind[];
  /** Whether the reviewer of this round was asked to explain a contradiction with its earlier opinion. */
  readonly clarificationAsked: boolean;
  /** Where the default branch stood when the creator last submitted; undefined where none was known. */
  readonly accepted?: BranchTip;
  /** The latest change of the policy while the review was open. */
  readonly policyChanged: { readonly digest: string; readonly criteria: readonly string[] } | null;
  /** Turns that the creator says the latest revision took it; null where it says nothing. */
  readonly turns: number | null;
  /** Rounds of other reviews in which the creator was asked to mend what this content holds again, the oldest first. */
  readonly before: readonly EarlierRound[];
  /** Rounds that were decided, the oldest first. */
  readonly rounds: readonly RoundRecord[];
}

/** What a reviewer is given to read: frozen when the creator submitted it, so that it never moves under a reviewer. */
export interface Material {
  /** `sha256` hex of the stored blob. */
  readonly digest: string;
  /** Entries that it does not show whole, each with the reason. All others are shown. */
  readonly gaps: readonly ShownEntry[];
}

/** What the creator asked for, in its own words: untrusted, and hidden from a blind first pass. */
export interface PeerRequest {
  /** Principal who asked, or the name that was claimed without a token. */
  readonly by: string;
  readonly proved: boolean;
  /** Digest of the session or process tree the request came from; same context, same pair of eyes (SPEC 2, rule 4). */
  readonly context: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly questions: readonly string[];
  /** Integer 0-100. */
  readonly confidence: number | null;
  readonly scope: readonly string[];
  readonly idempotencyKey: string | null;
}

/** Numbers and names in force from the request to the end (SPEC 5.3: a later policy changes nothing for this review). */
export interface PeerTerms {
  /** Minutes until a reviewer that has not started is reminded (SPEC 5.4: 30). */
  readonly startMinutes: number;
  /** Minutes after the reminder until the backup takes over (SPEC 5.4: 15). */
  readonly backupMinutes: number;
  /** Minutes of silence until a reviewer is presumed crashed (SPEC 5.4: 60). */
  readonly silentMinutes: number;
  /** Minutes a review waits for somebody free (SPEC 5.4: 15). */
  readonly waitMinutes: number;
  /** Minutes a creator has to answer a request for changes (SPEC 3: 24 h). */
  readonly creatorMinutes: number;
  /** Minutes in which an opinion is hoped for; nothing happens when they pass. */
  readonly targetMinutes: number;
  /** Hours before the deadline of a person at which they are warned. */
  readonly warningHours: number;
  readonly escalation: EscalationRules;
  /** Words of the reviewer matrix in the order they are asked. */
  readonly line: readonly { readonly place: AssignmentPlace; readonly who: string }[];
  /** Whether a seat of the creator's vendor family may review. */
  readonly sameFamily: boolean;
  readonly parallelReviewsMax: number;
  readonly reviewQueueMax: number;
  /** Whether a reviewer's first look is kept from what the creator says of the change (SPEC 9). */
  readonly blindFirstPass: boolean;
  /** By name or role of an agent that comes by itself: who is called where it does not. Absent: nobody is. */
  readonly claims?: Readonly<Record<string, ClaimTerms>>;
  /** Turns that the creator has for one fix attempt (SPEC 6.3). Absent on a review whose loop nobody looks at. */
  readonly fixTurns?: number;
  /** Rules under which an approval outlives a change of its content (SPEC 2, rule 3). */
  readonly carry: { readonly identicalTree: boolean; readonly rebase: boolean; readonly messageOnly: boolean };
}

/** `second` is asked where confidence alone is missing, `third` where both sides are unsure, `judge` over a contest. */
export type AssignmentPlace = 'primary' | 'backup' | 'escalate' | 'second' | 'third' | 'judge' | 'named';

export interface Assignment {
  readonly reviewer: string;
  readonly place: AssignmentPlace;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The reviewer did not come by itself: a worker asks it. */
  readonly called?: true;
}

/** Pull or spawn (SPEC 9, driver `mcp`): how long a seat waits to be claimed, and whom a worker calls then. */
export interface ClaimTerms {
  /** Minutes in which the agent is to start. */
  readonly minutes: number;
  /** Agents that can be asked at once, in this order. */
  readonly fallback: readonly CalledAgent[];
  /** Longest time of one opinion where its agent says nothing else, minutes. */
  readonly timeoutMinutes: number;
  /** As `budget` of the policy; null: no bound. */
  readonly maxTokens: number | null;
  readonly maxCostUsd: number | null;
}

/** An agent of the policy under its name. */
export interface CalledAgent {
  readonly name: string;
  readonly entry: AgentEntry;
}

/** A seat that was not claimed in time: whoever of `agents` answers takes it, unless its reviewer starts first. */
export interface SeatOffer {
  readonly place: AssignmentPlace;
  /** Agents still to be called, the next one first. Names of the fallback that `word` of the terms' `claims` has. */
  readonly agents: readonly string[];
  readonly word: string;
  /** Who owed the opinion before, in the order in which they failed. */
  readonly inPlaceOf: readonly StoodIn[];
}

export interface Contest {
  readonly findingId: string;
  readonly by: string;
  readonly argument: string;
  readonly evidence: readonly string[];
  /** Epoch milliseconds. */
  readonly at: number;
  /** Another reviewer than the one who raised it. */
  readonly judge: string;
  /** As `PeerCase.nonceDigest`, of the judge's answer; null until the judge has fetched what it is to read. */
  readonly nonceDigest: string | null;
  readonly judgement: ContestJudgement | null;
}

export interface ContestJudgement {
  readonly outcome: 'upheld' | 'refuted' | 'narrowed';
  readonly by: string;
  readonly reason: string;
  /** Blob id that the finding points into, `headTree` for one without a file: what a refutation is bound to. */
  readonly content: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** One decided round, kept whole so that a later one can be held against it. */
export interface RoundRecord {
  readonly revision: number;
  readonly reviewer: string | null;
  readonly headTree: string;
  readonly outcome: string;
  readonly confidence: number;
  readonly checklist: Readonly<Record<string, boolean | null>>;
  readonly change: Change;
  readonly opinions: readonly Opinion[];
  /** Ids of the findings that counted against the content, those of earlier rounds included. */
  readonly standing: readonly string[];
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A decided round of another review, as far as the loop back to the creator has to know it. */
export interface EarlierRound {
  /** Tree id of the content that was objected to. */
  readonly content: string;
  /** Which of the inherited findings stood then, by the id that they have here. */
  readonly standing: readonly string[];
  /** Epoch milliseconds. */
  readonly at: number;
}

/** SPEC 5.4 and 5.6: what may fall due. */
export type DeadlineKind =
  | 'start_reminder'
  | 'start_backup'
  | 'claim_ended'
  | 'reviewer_silent'
  | 'assignment_wait'
  | 'judge_silent'
  | 'creator_silent'
  | 'review_open_too_long'
  | 'escalation_warning'
  | 'escalation_expired'
  | 'seats_due'
  | 'fix_silent'
  | 'lease_ended';

/** A moment at which something happens by itself, exactly once (SPEC 2, rule 10). */
export interface Deadline {
  readonly kind: DeadlineKind;
  /** Epoch milliseconds. */
  readonly dueAt: number;
}
