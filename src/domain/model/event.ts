import type { AgentKind } from './agent.js';
import type { Change } from './change.js';
import type { Decision, RuleResult } from './decision.js';
import type { Disposition, Finding } from './finding.js';
import type { Opinion } from './opinion.js';
import type { Classification, Criterion, EmbeddedVerdict, PolicyOrigin, ProtocolName, Standards } from './review.js';

/** Facts of one review, in the order they happened. The journal is the truth; everything else can be rebuilt from it. */
export type ReviewEvent =
  | { readonly type: 'review_requested'; readonly data: ReviewRequested }
  | { readonly type: 'review_skipped'; readonly data: { readonly decision: Decision } }
  | { readonly type: 'review_started'; readonly data: { readonly reviewer: string; readonly leaseUntil: number } }
  | { readonly type: 'opinion_submitted'; readonly data: { readonly opinion: Opinion } }
  | { readonly type: 'review_decided'; readonly data: ReviewDecided }
  | { readonly type: 'review_interrupted'; readonly data: ReviewDecided }
  | { readonly type: 'review_withdrawn'; readonly data: { readonly reason: string } }
  | { readonly type: 'finding_disposed'; readonly data: FindingDisposed }
  | { readonly type: 'review_escalated'; readonly data: ReviewEscalated }
  | { readonly type: 'person_decided'; readonly data: PersonDecided }
  | { readonly type: 'attempt_refused'; readonly data: AttemptRefused };

/** Facts of one identity. A token itself is never among them. */
export type AgentEvent =
  | { readonly type: 'agent_added'; readonly data: AgentAdded }
  | { readonly type: 'token_rotated'; readonly data: { readonly tokenHash: string } }
  | { readonly type: 'agent_revoked'; readonly data: { readonly reason?: string } };

export type JournalEvent = ReviewEvent | AgentEvent;

export interface ReviewRequested {
  readonly reviewType: string;
  readonly protocol: ProtocolName;
  readonly creator: string;
  readonly change: Change;
  readonly classification: Classification;
  readonly policy: PolicyOrigin;
  readonly criteria: readonly Criterion[];
  readonly standards: Standards;
  readonly embedded: EmbeddedVerdict;
  readonly rejectGrounds: readonly string[];
  /** Rules of classification, policy and assignment that led to the review. */
  readonly openingRules: readonly RuleResult[];
  readonly exclusions: Readonly<Record<string, string>>;
  readonly seats: readonly string[];
  /** Dispositions of the same finding on the same content, known when the review was opened; by fingerprint. */
  readonly carried: Readonly<Record<string, Disposition>>;
}

export interface ReviewDecided {
  /** Merged from the opinions of the round, so that ids and states need no recomputation to be read. */
  readonly findings: readonly Finding[];
  readonly decision: Decision;
}

export interface FindingDisposed {
  readonly findingId: string;
  readonly fingerprint: string;
  /** Blob id of the file the finding points at, `-` for a finding without file: what the disposition is bound to. */
  readonly content: string;
  readonly disposition: Disposition;
}

export interface ReviewEscalated {
  readonly trigger: 'by_hand';
  readonly reason: string;
  /** Who asked for it. */
  readonly by: string;
}

export interface PersonDecided {
  readonly outcome: 'approved' | 'changes_requested' | 'rejected';
  readonly note: string;
  /** Name of the human credential. */
  readonly person: string;
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
}

/** An event as the journal keeps it. */
export interface Recorded<E extends { readonly type: string; readonly data: unknown } = ReviewEvent> {
  /** Position in the whole journal, from 1, without meaning beyond order. */
  readonly position: number;
  /** `review/ID` or `agent/NAME`. */
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
export type JournalStream = ReviewStream | AgentStream;

/** Events that a stream holds. */
export type EventOf<S extends JournalStream> = S extends ReviewStream ? ReviewEvent : AgentEvent;

/** Whether an event is one of a review, by its stream. */
export function isOfReview(recorded: Recorded<JournalEvent>): recorded is Recorded {
  return recorded.stream.startsWith('review/');
}

/** Whether an event is one of an agent, by its stream. */
export function isOfAgent(recorded: Recorded<JournalEvent>): recorded is Recorded<AgentEvent> {
  return recorded.stream.startsWith('agent/');
}
