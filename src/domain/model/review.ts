import type { Awaited } from './awaited.js';
import type { Change } from './change.js';
import type { Decision, RuleResult } from './decision.js';
import type { Escalation } from './escalation.js';
import type { Disposition, Finding } from './finding.js';
import type { FixCase } from './fix.js';
import type { Service } from './memory.js';
import type { NotificationWords } from './notification.js';
import type { Opinion } from './opinion.js';
import type { PanelTerms } from './panel.js';
import type { PatternDraw } from './pattern.js';
import type { PeerCase } from './peer.js';

/** SPEC 5.3, with the statuses SPEC 3 adds. */
export type ReviewStatus =
  | 'pending'
  | 'in_progress'
  | 'pending_re_review'
  | 'approved'
  | 'changes_requested'
  | 'rejected'
  | 'escalated'
  | 'skipped'
  | 'withdrawn';

export type ProtocolName = 'standards' | 'four-rules' | 'task' | 'panel' | 'gate';

/** One required or optional thing a reviewer answers (policy `criteria`). */
export interface Criterion {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly checks: readonly string[];
}

/** Numbers of the protocol `standards` in force for a review (SPEC 5.5). */
export interface Standards {
  readonly minChecklistPassRate: number;
  /** Integer 0-100. */
  readonly minConfidence: number;
  readonly maxCriticalConcerns: number;
  /** Integer 0-100; below it changes are requested. */
  readonly lowConfidence: number;
  /** False: confidences count as they are stated (SPEC 7). Absent: as they proved right. */
  readonly calibrate?: false;
}

/** Verdict of a reviewer without one of its own: the embedded ones (SPEC 5.5, PRS 6.1). Confidences are 0-100. */
export interface EmbeddedVerdict {
  /** When any finding is critical. */
  readonly criticalConfidence: number;
  /** When any is important. */
  readonly importantConfidence: number;
  /** When more than `maxMinor` are minor. */
  readonly minorConfidence: number;
  /** When none of these. */
  readonly cleanConfidence: number;
  readonly maxMinor: number;
}

export type TrivialProof = 'comments_only' | 'formatting_only' | 'docs_only' | 'no_code';

/** Why the change has the type it has. */
export interface Classification {
  /** Action type: a word of the policy, e.g. `feature`, `security_change`, `update_readme`. */
  readonly type: string;
  /** How it was found, in a sentence. */
  readonly reason: string;
  /** What the change itself says, only where the caller named another type: a claim must not hide it. */
  readonly derivedType?: string;
  /** Set only where it was proved on the syntax tree that nothing but this changed; `no_code`: a mix of the three. */
  readonly proof?: TrivialProof;
  /** Paths that make skipping impossible: policy, ownership, guidelines, protected globs (SPEC 5.2). */
  readonly protectedPaths: readonly string[];
  /** Paths the policy calls sensitive. */
  readonly sensitivePaths: readonly string[];
}

/** Where the policy in force came from. Always the base revision or the default (SPEC 2, rule 7). */
export interface PolicyOrigin {
  readonly source: 'base' | 'default';
  /** `sha256` hex of the policy text; of the default policy's canonical form where there is no file. */
  readonly digest: string;
  /** `sha256` hex of what agents and reviewers are told beside it (`promptFiles`); absent where that is nothing, and in journals of before. */
  readonly prompts?: string;
}

/** What a review rests on, from its request on; a revision changes the change and what follows from it. */
export interface ReviewBasis {
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
  /** Excluded entries: path to the name of the rule that excludes it. */
  readonly exclusions: Readonly<Record<string, string>>;
  /** Services that the change touches; absent where the policy names none of them. */
  readonly services?: readonly Service[];
  /** Dispositions of the same finding on the same content, known when the review was opened; by fingerprint. */
  readonly carried: Readonly<Record<string, Disposition>>;
  /** `seatName`s that owe an opinion in this round. */
  readonly seats: readonly string[];
  /** Present where the protocol `panel` decides. */
  readonly panel?: PanelTerms;
}

/** The case: the state that the events of one review stream add up to. */
export interface Review extends ReviewBasis {
  readonly id: string;
  readonly type: string;
  readonly status: ReviewStatus;
  readonly reviewer: string | null;
  readonly revision: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Of the round. */
  readonly startedAt: number | null;
  /** Of the first round. */
  readonly firstStartedAt: number | null;
  /** Of a review that is pending: it was interrupted by whoever ran it, and waits for nobody. */
  readonly completedAt: number | null;
  /** While in progress: when the work is presumed dead unless renewed. Epoch milliseconds. */
  readonly leaseUntil: number | null;
  readonly notifications: NotificationWords;
  readonly opinions: readonly Opinion[];
  readonly findings: readonly Finding[];
  readonly decision: Decision | null;
  /** How often it was put to a person, over all rounds. */
  readonly escalations: number;
  /** The latest escalation of this round. */
  readonly escalation: Escalation | null;
  /** Set when a person made the decision that stands. */
  readonly personDecision: PersonDecision | null;
  /** Set where agents review each other (SPEC 5); null where every reviewer works at once. */
  readonly peer: PeerCase | null;
  /** Where every reviewer works at once: what earlier reviews of exactly this content objected to. */
  readonly inherited?: readonly Finding[];
  /** Set where an agent mends what the review finds. */
  readonly fix?: FixCase;
  /** Set where seats of this round wait for agents that come by themselves, while others are asked at once. */
  readonly awaited?: Awaited;
  /** Set where a learned pattern would have skipped it: whether it was drawn for review (SPEC 7). */
  readonly draw?: PatternDraw;
  /** Set where a bug or a revert was traced to it after it was approved or skipped: the first of them. */
  readonly reported?: { readonly kind: 'bug' | 'revert'; readonly at: number };
  /** A person other than the creator reported that the approved content does what it has to. */
  readonly confirmed?: true;
}

export interface PersonDecision {
  readonly person: string;
  readonly note: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Findings of this round, then those of earlier rounds that were not raised again: none is ever lost (SPEC 2, rule 8). */
export function everyFinding(review: Pick<Review, 'findings' | 'peer' | 'fix' | 'inherited'>): readonly Finding[] {
  const { findings, peer, fix, inherited = [] } = review;
  const earlier = [...(peer?.earlier ?? []), ...(fix?.earlier ?? [])];
  if (earlier.length + inherited.length === 0) return findings;
  const raised = new Set(findings.flatMap(({ id, fingerprint }) => [id, fingerprint]));
  return [
    ...findings,
    ...earlier.filter(({ id }) => !raised.has(id)),
    ...inherited.filter(({ fingerprint }) => !raised.has(fingerprint)),
  ];
}
