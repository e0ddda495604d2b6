import type { AgentKind } from './agent.js';
import type { Awaited, HandedSeat } from './awaited.js';
import type { BranchTip, Change } from './change.js';
import type { Decision, RuleResult } from './decision.js';
import type { Dossier, EscalationTrigger } from './escalation.js';
import type { Disposition, Finding, Marks, RaisedFinding } from './finding.js';
import type { GateFact } from './gate-event.js';
import type { Service } from './memory.js';
import type { FixApplied, FixAttempted, FixLoopEnded, FixLoopStarted } from './fix.js';
import type { NotificationWords } from './notification.js';
import type { Opinion } from './opinion.js';
import type { PatternDraw, PatternEvent as PatternFact } from './pattern.js';
import type {
  AssignmentPlace,
  ContestJudgement,
  DeadlineKind,
  EarlierRound,
  Material,
  PeerRequest,
  PeerTerms,
  SeatOffer,
} from './peer.js';
import type { Classification, ReviewBasis } from './review.js';
import type { RunFact } from './run-event.js';
import type { TaskFact } from './task-event.js';
import type { Severity } from './verdict.js';

/** Facts of one review, in the order they happened. The journal is the truth; everything else can be rebuilt from it. */
export type ReviewEvent =
  | { readonly type: 'review_requested'; readonly data: ReviewRequested }
  | { readonly type: 'review_sampled'; readonly data: PatternDraw }
  | { readonly type: 'review_skipped'; readonly data: { readonly decision: Decision } }
  | { readonly type: 'review_assigned'; readonly data: ReviewAssigned }
  | { readonly type: 'review_started'; readonly data: ReviewStarted }
  | { readonly type: 'seats_handed_out'; readonly data: SeatsHandedOut }
  | { readonly type: 'seat_claimed'; readonly data: SeatClaimed }
  | { readonly type: 'seat_offered'; readonly data: SeatOffer }
  | { readonly type: 'opinion_discarded'; readonly data: OpinionDiscarded }
  | { readonly type: 'reviewer_seen'; readonly data: ReviewerSeen }
  | { readonly type: 'opinion_submitted'; readonly data: OpinionSubmitted }
  | { readonly type: 'review_decided'; readonly data: ReviewDecided }
  | { readonly type: 'review_interrupted'; readonly data: ReviewInterrupted }
  | { readonly type: 'review_withdrawn'; readonly data: { readonly reason: string } }
  | { readonly type: 'finding_disposed'; readonly data: FindingDisposed }
  | { readonly type: 'review_revised'; readonly data: ReviewRevised }
  | { readonly type: 'finding_contested'; readonly data: FindingContested }
  | { readonly type: 'contest_opened'; readonly data: ContestOpened }
  | { readonly type: 'contest_judged'; readonly data: ContestJudged }
  | { readonly type: 'finding_verified'; readonly data: FindingVerified }
  | { readonly type: 'finding_reopened'; readonly data: FindingReopened }
  | { readonly type: 'objections_inherited'; readonly data: ObjectionsInherited }
  | { readonly type: 'fix_loop_started'; readonly data: FixLoopStarted }
  | { readonly type: 'fix_attempted'; readonly data: FixAttempted }
  | { readonly type: 'fix_loop_ended'; readonly data: FixLoopEnded }
  | { readonly type: 'fix_applied'; readonly data: FixApplied }
  | { readonly type: 'clarification_asked'; readonly data: ClarificationAsked }
  | { readonly type: 'policy_changed'; readonly data: PolicyChanged }
  | { readonly type: 'outcome_reported'; readonly data: OutcomeReported }
  | { readonly type: 'deadline_fired'; readonly data: DeadlineFired }
  | { readonly type: 'review_escalated'; readonly data: ReviewEscalated }
  | { readonly type: 'escalation_changed'; readonly data: EscalationChanged }
  | { readonly type: 'escalation_expired'; readonly data: { readonly decision: Decision } }
  | { readonly type: 'person_decided'; readonly data: PersonDecided }
  | { readonly type: 'attempt_refused'; readonly data: AttemptRefused };

/** Facts of one identity. A token itself is never among them. */
export type AgentEvent =
  | { readonly type: 'agent_added'; readonly data: AgentAdded }
  | { readonly type: 'token_rotated'; readonly data: { readonly tokenHash: string; readonly publicKey?: string } }
  | { readonly type: 'agent_revoked'; readonly data: { readonly reason?: string } }
  | { readonly type: 'attempt_refused'; readonly data: AttemptRefused };

/** Facts of one run (SPEC 8, EVT). */
export type RunEvent = RunFact | { readonly type: 'attempt_refused'; readonly data: AttemptRefused };

/** Facts of one gate (SPEC 8, GATE). */
export type GateEvent = GateFact | { readonly type: 'attempt_refused'; readonly data: AttemptRefused };

/** Facts of one task (SPEC 8, SVC). */
export type TaskEvent = TaskFact | { readonly type: 'attempt_refused'; readonly data: AttemptRefused };

/** Facts of one pattern (SPEC 7); what its reviews say stands with them. */
export type PatternEvent = PatternFact | { readonly type: 'attempt_refused'; readonly data: AttemptRefused };

export type JournalEvent = ReviewEvent | AgentEvent | RunEvent | GateEvent | TaskEvent | PatternEvent;

export interface ReviewRequested extends ReviewBasis {
  readonly reviewType: string;
  /** Who is told what of this review; absent: nobody. */
  readonly notifications?: NotificationWords;
  /** Present where agents review each other (SPEC 5). */
  readonly peer?: {
    readonly request: PeerRequest;
    readonly terms: PeerTerms;
    readonly precheck: readonly RaisedFinding[];
    /** Absent where only embedded reviewers were asked. */
    readonly material?: Material;
    /** Where the default branch stood: what its policy becomes meanwhile is noted (SPEC 5.3). */
    readonly accepted?: BranchTip;
  };
}

/** Somebody owes the next opinion; `reviewer` null: nobody is free, the review waits. */
export interface ReviewAssigned {
  readonly reviewer: string | null;
  readonly place: AssignmentPlace;
  /** Why the one before lost it, or why this one. */
  readonly reason: string;
  readonly rules: readonly RuleResult[];
  /** Seats that owe an opinion from now on; absent: `reviewer`'s own, beside those that have given one. */
  readonly seats?: readonly string[];
  /** A worker asks `reviewer` by its driver, since nobody claimed the seat in time (SPEC 9). */
  readonly called?: true;
}

/** What a called agent said, where it counts for nothing: it failed, or its seat was another's by then. */
export interface OpinionDiscarded {
  readonly opinion: Opinion;
  readonly by: string;
  /** As `PeerCase.nonceDigest`. */
  readonly nonceDigest: string;
  /** Why, in a sentence. */
  readonly reason: string;
}

export interface ReviewStarted {
  readonly reviewer: string;
  /** Epoch milliseconds. */
  readonly leaseUntil: number;
  /** `sha256` hex; absent where the reviewer works at once and answers through no channel. */
  readonly nonceDigest?: string;
  /** As `PeerRequest.context`. */
  readonly context?: string;
}

/** Agents that come by themselves owe an opinion beside those that are asked at once. */
export interface SeatsHandedOut extends Omit<Awaited, 'seats'> {
  readonly seats: readonly HandedSeat[];
}

/** An agent has begun with a seat that was handed to it; again: the nonce before is spent. */
export interface SeatClaimed {
  /** `seatName`. */
  readonly seat: string;
  readonly by: string;
  /** `sha256` hex. */
  readonly nonceDigest: string;
  /** As `PeerRequest.context`. */
  readonly context?: string;
}

/** A sign of life of the reviewer, with what it has so far. Written at most once in a while, not at every call. */
export interface ReviewerSeen {
  readonly reviewer: string;
  /** Epoch milliseconds. */
  readonly leaseUntil: number;
  readonly notes?: string;
}

export interface OpinionSubmitted {
  readonly opinion: Opinion;
  /** Principal who gave it, where a token proved one. */
  readonly by?: string;
  readonly nonceDigest?: string;
}

/** The creator's next submission: round n+1. */
export interface ReviewRevised {
  readonly change: Change;
  readonly classification: Classification;
  readonly exclusions: Readonly<Record<string, string>>;
  /** As `ReviewBasis.services`. */
  readonly services?: readonly Service[];
  readonly changesMade: string;
  /** Ids of findings that the creator says are fixed. */
  readonly claimedFixed: readonly string[];
  /** Turns that the creator says it took; absent where it says nothing. */
  readonly turns?: number;
  readonly carried: Readonly<Record<string, Disposition>>;
  /** Seats that owe an opinion on the new content. */
  readonly seats: readonly string[];
  readonly precheck: readonly RaisedFinding[];
  readonly material?: Material;
  /** As in `ReviewRequested`. */
  readonly accepted?: BranchTip;
  /** Each carry rule, whether it holds and why (SPEC 2, rule 3). An approval outlives the change when one is satisfied. */
  readonly carry: readonly RuleResult[];
}

export interface FindingContested {
  readonly findingId: string;
  readonly by: string;
  readonly argument: string;
  readonly evidence: readonly string[];
  /** Who judges it: neither who raised it nor the creator's side. */
  readonly judge: string;
}

/** The judge was given what it is to read, and the nonce that its answer must carry. */
export interface ContestOpened {
  readonly judge: string;
  /** `sha256` hex. */
  readonly nonceDigest: string;
}

export interface ContestJudged {
  readonly findingId: string;
  readonly outcome: ContestJudgement['outcome'];
  readonly by: string;
  readonly reason: string;
  /** As `ContestJudgement.content`. */
  readonly content: string;
  /** For `narrowed`: what remains. */
  readonly severity?: Severity;
}

/** Another pair of eyes looked whether a finding of an earlier round is fixed. */
export interface FindingVerified {
  readonly findingId: string;
  readonly outcome: 'fixed' | 'still_open';
  readonly by: string;
  /** Of the marks of a finding that is fixed those that the content does not hold any more; absent where it holds all. */
  readonly gone?: Marks;
}

/** A revision brings back what was gone when the finding was found fixed. */
export interface FindingReopened extends Pick<RaisedFinding, 'file' | 'line'> {
  readonly findingId: string;
  readonly message: string;
}

/** What was objected to elsewhere, or in a round that was never decided, and is in this content too: to be verified as if raised here. */
export interface ObjectionsInherited {
  readonly findings: readonly Finding[];
  /** Rounds in which this creator was asked to mend them: a new review begins no new count of attempts (SPEC 6.3). */
  readonly before?: readonly EarlierRound[];
}

/** A reviewer's new opinion contradicts its earlier one on content that did not change (SPEC 5.6). */
export interface ClarificationAsked {
  readonly reviewer: string;
  readonly contradictions: readonly string[];
}

/** The policy of the base moved on while the review was open; the criteria of the beginning stay in force (SPEC 5.3). */
export interface PolicyChanged {
  readonly digest: string;
  /** Required criteria that differ: a re-review is asked where there is one. */
  readonly criteria: readonly string[];
}

/** What became of the content after the decision. */
export interface OutcomeReported {
  readonly kind: 'bug' | 'revert' | 'clean';
  readonly note: string;
  readonly by: string;
  /** Where nobody said it: the commit of a branch that says that it reverts one of the change. */
  readonly found?: { readonly ref: string; readonly commit: string; readonly reverts: string };
  /** Reported with the credential of a person. */
  readonly person?: true;
}

/** A deadline passed; what it caused stands beside it in the same append (SPEC 2, rule 10). */
export interface DeadlineFired {
  readonly kind: DeadlineKind;
  /** Epoch milliseconds at which it was due, however late it fired. */
  readonly dueAt: number;
}

export interface EscalationChanged {
  /** Epoch milliseconds. */
  readonly deadline?: number;
  readonly assignee?: string;
  readonly by: string;
}

export interface ReviewDecided {
  /** Merged from the opinions of the round, so that ids and states need no recomputation to be read. */
  readonly findings: readonly Finding[];
  readonly decision: Decision;
}

export interface ReviewInterrupted extends ReviewDecided {
  /** Whoever ran it stopped it, and knows; absent where the process ended without a word. */
  readonly stopped?: true;
}

export interface FindingDisposed {
  readonly findingId: string;
  readonly fingerprint: string;
  /** Blob id of the file the finding points at, `-` for a finding without file: what the disposition is bound to. */
  readonly content: string;
  readonly disposition: Disposition;
}

export interface ReviewEscalated {
  readonly trigger: EscalationTrigger;
  readonly reason: string;
  /** Who asked for it; `countersign` where a rule did. */
  readonly by: string;
  /** Why the loop back to the creator stopped, as `StopReason` of the fix loop; absent where it did not. */
  readonly stop?: string;
  readonly dossier?: Dossier;
  /** Epoch milliseconds. */
  readonly deadline?: number;
}

export interface PersonDecided {
  readonly outcome: 'approved' | 'changes_requested' | 'rejected';
  readonly note: string;
  /** Name of the human credential. */
  readonly person: string;
  /** Number of the option that was chosen, where the question had options. */
  readonly option?: number;
  /** Every rule that had been looked at, and `person.decided`. */
  readonly decision: Decision;
}

/** Something that was refused to somebody and changed nothing (SPEC 5.1). */
export interface AttemptRefused {
  /** What was tried: `approve`, `dismiss`, … */
  readonly verb: string;
  /** Code of the refusal. */
  readonly code: string;
  /** Who tried it: the name that a token proved, else the name that was claimed. */
  readonly actor: string;
}

export interface AgentAdded {
  readonly kind: AgentKind;
  readonly role: string;
  readonly family?: string;
  readonly commitsAs?: readonly string[];
  /** `sha256` hex. */
  readonly tokenHash: string;
  /** As `Agent.publicKey`. */
  readonly publicKey?: string;
}

/** An event as the journal keeps it. */
export interface Recorded<E extends { readonly type: string; readonly data: unknown } = ReviewEvent> {
  /** Position in the whole journal, from 1, without meaning beyond order. */
  readonly position: number;
  /** `review/ID`, `agent/NAME`, `run/ID`, `gate/ID`, `task/ID` or `pattern/CREATOR/TYPE`. */
  readonly stream: string;
  /** From 1, without gaps. */
  readonly version: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Who caused it. */
  readonly actor: string;
  readonly type: E['type'];
  readonly data: E['data'];
  /** `sha256` hex of the previous event of the stream, 64 zeros for the first. */
  readonly previous: string;
  /** `sha256` hex of this event. */
  readonly hash: string;
}

export type ReviewStream = `review/${string}`;
export type AgentStream = `agent/${string}`;
export type RunStream = `run/${string}`;
export type GateStream = `gate/${string}`;
export type TaskStream = `task/${string}`;
export type PatternStream = `pattern/${string}`;
export type JournalStream = ReviewStream | AgentStream | RunStream | GateStream | TaskStream | PatternStream;

/** Events that a stream holds. */
export type EventOf<S extends JournalStream> = S extends ReviewStream
  ? ReviewEvent
  : S extends RunStream
    ? RunEvent
    : S extends GateStream
      ? GateEvent
      : S extends TaskStream
        ? TaskEvent
        : S extends PatternStream
          ? PatternEvent
          : AgentEvent;

/** Whether an event is one of a review, by its stream. */
export function isOfReview(recorded: Recorded<JournalEvent>): recorded is Recorded {
  return recorded.stream.startsWith('review/');
}

/** Whether an event is one of an agent, by its stream. */
export function isOfAgent(recorded: Recorded<JournalEvent>): recorded is Recorded<AgentEvent> {
  return recorded.stream.startsWith('agent/');
}

/** Whether an event is one of a run, by its stream. */
export function isOfRun(recorded: Recorded<JournalEvent>): recorded is Recorded<RunEvent> {
  return recorded.stream.startsWith('run/');
}

/** Whether an event is one of a gate, by its stream. */
export function isOfGate(recorded: Recorded<JournalEvent>): recorded is Recorded<GateEvent> {
  return recorded.stream.startsWith('gate/');
}

/** Whether an event is one of a task, by its stream. */
export function isOfTask(recorded: Recorded<JournalEvent>): recorded is Recorded<TaskEvent> {
  return recorded.stream.startsWith('task/');
}

/** Whether an event is one of a pattern, by its stream. */
export function isOfPattern(recorded: Recorded<JournalEvent>): recorded is Recorded<PatternEvent> {
  return recorded.stream.startsWith('pattern/');
}
