import type { ChangedFile, Coverage, Uncommitted } from '../../domain/model/change.js';
import type { Outcome, RuleResult } from '../../domain/model/decision.js';
import type { Dossier, Escalation } from '../../domain/model/escalation.js';
import type { PolicyChanged } from '../../domain/model/event.js';
import type { Disposition, Finding } from '../../domain/model/finding.js';
import type { Evidence, ShownEntry, Usage } from '../../domain/model/opinion.js';
import type { FixCase } from '../../domain/model/fix.js';
import type { KnownFalse } from '../../domain/model/memory.js';
import type { PanelDecision } from '../../domain/model/panel.js';
import type { Contest, ContestJudgement } from '../../domain/model/peer.js';
import type { PolicyOrigin, ReviewStatus } from '../../domain/model/review.js';
import type { Seat, SeatFailure, StoodIn } from '../../domain/model/seat.js';
import type { Severity, Verdict } from '../../domain/model/verdict.js';

/** What `review --json` and `show --json` print (SPEC 4). Times are ISO 8601 UTC. */
export interface ReviewDocument {
  readonly schema: 'countersign/review@1';
  readonly review: {
    readonly id: string;
    readonly type: string;
    readonly typeReason: string;
    readonly protocol: string;
    readonly status: ReviewStatus;
    readonly creator: string;
    readonly reviewer: string | null;
    readonly revision: number;
    readonly createdAt: string;
    readonly startedAt: string | null;
    readonly completedAt: string | null;
    /** While it is under review: when it comes to nothing where no more is heard of it. */
    readonly leaseUntil?: string;
    readonly policy: PolicyOrigin;
  };
  readonly change: {
    /** Commit id, tree id where the side is no commit. */
    readonly base: string;
    readonly head: string;
    readonly baseTree: string;
    readonly headTree: string;
    readonly patchId: string;
    readonly source: 'range' | 'staged' | 'worktree';
    readonly title: string;
    readonly notes: readonly string[];
    /** What was not committed when the change was read, and is no part of it; absent where nothing was. */
    readonly uncommitted?: Uncommitted;
    /** The branch that the change was read from, where it holds other content now: what was decided is not about that. */
    readonly movedOn?: { readonly branch: string; readonly head: string };
    readonly protectedPaths: readonly string[];
    readonly files: readonly FileDocument[];
  };
  readonly opinions: readonly OpinionDocument[];
  /** Opinions on content that the creator has revised since, the oldest first: none of them counts any more. */
  readonly earlierOpinions?: readonly EarlierOpinion[];
  /** Seats of the decided round that gave no opinion and in whose place nobody did, e.g. `bob@mcp`; absent where all did. */
  readonly unanswered?: readonly string[];
  readonly findings: readonly FindingDocument[];
  /** Every criterion in force with the answer that the decision read; empty where no seat gave an opinion. */
  readonly checklist: readonly ChecklistEntry[];
  /** Null while nothing was decided. */
  readonly decision: {
    readonly outcome: Outcome;
    readonly confidence: number;
    readonly rules: readonly RuleResult[];
    /** How a panel decided; present where one did. */
    readonly panel?: PanelDecision;
    /** Present where a person made the decision. */
    readonly person?: {
      readonly name: string;
      readonly note: string;
      readonly at: string;
      /** Ids of the rules that stood open when the person decided. */
      readonly against: readonly string[];
    };
  } | null;
  /** Present where the review went to a person. */
  readonly escalation?: EscalationDocument;
  /** Present where an agent mends what the review finds. */
  readonly fix?: Omit<FixCase, 'earlier' | 'since' | 'minutes'>;
  /** Present among agents that review each other, where the creator is to mend what was found, has, or need not try again. */
  readonly mending?: MendingDocument;
  /** Present where agents review each other. */
  readonly request?: RequestDocument;
}

/** The loop back to a creator that comes by itself. */
export interface MendingDocument {
  /** `asked`: it is to mend; `handed_in`: others judge what it made; `stopped`: a person decides. */
  readonly state: 'asked' | 'handed_in' | 'stopped';
  /** The fix attempt that is asked for or handed in; where stopped, how many were made. */
  readonly attempt: number;
  readonly of: number;
  /** Turns that one attempt may take. */
  readonly turns: number | null;
  /** What is to be mended, or remains. */
  readonly findings: readonly {
    /** Id of a finding, or `criterion NAME`. */
    readonly finding: string;
    readonly severity: Severity;
    /** `file:line`, or words for a place that is no file. */
    readonly place: string;
    readonly message: string;
  }[];
  /** Where stopped: as `StopReason` of the fix loop, and in a sentence. */
  readonly reason?: string;
  readonly why?: string;
}

/** What the creator asked of its peers, in its own words: untrusted. */
export interface RequestDocument {
  readonly by: string;
  /** Whether a token proved who asked. */
  readonly proved: boolean;
  readonly title: string | null;
  readonly questions: readonly string[];
  /** Integer 0-100. */
  readonly confidence: number | null;
  /** What the creator says it changed in the latest revision. */
  readonly changesMade: string | null;
  /** Present where the policy of the default branch changed meanwhile; the criteria of the beginning stay in force. */
  readonly policyChanged?: PolicyChanged;
}

/** The question put to a person (SPEC 5.6). */
export interface EscalationDocument extends Omit<Escalation, 'at' | 'deadline' | 'dossier'>, Dossier {
  readonly at: string;
  /** Null where nothing limits it. */
  readonly deadline: string | null;
}

/** An opinion that is void: its content changed. */
export interface EarlierOpinion extends Pick<OpinionDocument, 'seat' | 'verdict' | 'confidence'> {
  readonly revision: number;
  /** When its round was decided. */
  readonly at: string;
}

/** One criterion over all seats. */
export interface ChecklistEntry {
  readonly name: string;
  readonly required: boolean;
  /** False when any seat says so; null when no seat checked it. */
  readonly answer: boolean | null;
  /** Why it is false or null. */
  readonly reason?: string;
  /** Number of minor findings that count and speak against it without making it false. */
  readonly minorFindings: number;
  /** Who settled the findings that alone made it false; empty where none were. */
  readonly settledBy: readonly { readonly name: string; readonly state: 'dismissed' | 'risk_accepted' }[];
}

export interface FileDocument extends ChangedFile {
  readonly coverage: Coverage;
  /** Rule that excludes it, or why it is not `reviewed`. */
  readonly coverageRule?: string;
}

export interface OpinionDocument {
  readonly seat: Seat;
  readonly verdict: Verdict;
  readonly statedVerdict?: string;
  readonly confidence: number;
  readonly summary: string;
  readonly checklist: Readonly<Record<string, boolean | null>>;
  /** Why a criterion is false or null. */
  readonly checklistReasons: Readonly<Record<string, string>>;
  readonly answers?: readonly string[];
  readonly findingIds: readonly string[];
  /** Of the embedded seats: of the one run that they share. */
  readonly durationMs: number;
  readonly failure?: SeatFailure;
  /** What it cost, as far as the driver told; what nobody told is absent. */
  readonly usage?: Usage;
  /** Seats that owed this opinion before, in the order in which they failed. */
  readonly inPlaceOf?: readonly StoodIn[];
  /** Entries that this seat was not shown in full. */
  readonly gaps?: readonly ShownEntry[];
  readonly evidence?: readonly Evidence[];
}

/** A finding with the time of its disposition written out. */
export interface FindingDocument extends Omit<Finding, 'disposition' | 'marks' | 'known'> {
  /** What is remembered of it, where somebody decided before that exactly this is no problem. */
  readonly known?: Omit<KnownFalse, 'at'> & { readonly at: string };
  /** Whether it counts against the change: it is open, or nobody with a credential of a person said otherwise. */
  readonly counts: boolean;
  readonly disposition?: Omit<Disposition, 'at'> & { readonly at: string };
  /** What the creator said against it, the oldest first; absent where it said nothing. */
  readonly contests?: readonly ContestDocument[];
}

export interface ContestDocument extends Pick<Contest, 'by' | 'argument' | 'evidence' | 'judge'> {
  readonly at: string;
  /** Null until the judge has answered. */
  readonly judgement: (Omit<ContestJudgement, 'content' | 'at'> & { readonly at: string }) | null;
}
