import type { Verified } from '../../model/opinion.js';

/** What a reviewer submits, in the words of PRS section 7: untrusted until it was checked. */
export interface Submission {
  readonly status: 'APPROVED' | 'CHANGES_REQUESTED' | 'REJECTED';
  readonly summary: string;
  /** Integer 0-100. */
  readonly confidence: number;
  /** By name of the criterion; null: could not be checked. */
  readonly checklist: Readonly<Record<string, boolean | null>>;
  readonly findings: readonly SubmittedFinding[];
  /** Named ground of a rejection. */
  readonly ground?: string;
  /** For an architecture decision: approaches that are all valid, for a person to choose from. */
  readonly validOptions?: readonly string[];
  /** A middle way between both positions, offered to a person. */
  readonly compromise?: string;
  /** One answer for each question of the creator, in order. */
  readonly answers?: readonly string[];
  /** Paths of the packet that were not read. A reviewer who left something out does not approve it. */
  readonly notRead?: readonly string[];
  /** Answer to `clarification_needed`: why this opinion differs from the one before on content that did not change. */
  readonly clarification?: string;
  /** What became of findings of earlier rounds. */
  readonly verified?: readonly Verified[];
  /** Judgement of findings contested before this reviewer. */
  readonly judged?: readonly Judged[];
}

export interface SubmittedFinding {
  /** Any word of `canonicalSeverity`. */
  readonly severity: string;
  readonly category: string;
  /** Path of the inventory; absent where the finding is about the change as a whole. */
  readonly file?: string;
  readonly line?: number;
  readonly endLine?: number;
  /** Text of the line or lines it points at: it finds the place where the line number does not. */
  readonly quote?: string;
  readonly message: string;
  readonly suggestion?: string;
}

export interface Judged {
  readonly finding: string;
  readonly outcome: 'upheld' | 'refuted' | 'narrowed';
  readonly reason: string;
  /** What remains of a narrowed finding: any word of `canonicalSeverity`. */
  readonly severity?: string;
}
