import type { FindingState } from './finding.js';
import type { ReviewStatus } from './review.js';
import type { Severity } from './verdict.js';

/** One finding of a review, as memory looks at it. */
export interface Occurrence {
  readonly review: string;
  readonly finding: string;
  readonly service: string;
  /** Names of those who raised it. */
  readonly raisedBy: readonly string[];
  readonly state: FindingState;
  /** Whether it counts against its change. */
  readonly counts: boolean;
  readonly severity: Severity;
  readonly category: string;
  readonly rule: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly message: string;
  /** What was changed: the same asked for again is no other occurrence. */
  readonly content: string;
  readonly title: string;
  /** Of the review. */
  readonly status: ReviewStatus;
  /** When the review was decided, else requested. Epoch milliseconds. */
  readonly at: number;
}

/** A review whose approach was rejected, for whoever makes a change of that kind next. In the words of others: untrusted. */
export interface RejectedApproach {
  readonly review: string;
  readonly type: string;
  readonly services: readonly string[];
  readonly title: string;
  /** Named ground of the rejection; null where a person rejected it. */
  readonly ground: string | null;
  readonly why: string;
  readonly by: string;
  /** Epoch milliseconds. */
  readonly at: number;
}
