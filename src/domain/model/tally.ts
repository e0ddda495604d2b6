/** What reviews have in common that are counted together: a row of `review_metrics` (PRS 4). */
export interface TallyKey {
  /** Day of the request, `YYYY-MM-DD` in UTC. */
  readonly date: string;
  /** Action type. */
  readonly type: string;
  readonly creator: string;
  /** Empty where nobody has begun. */
  readonly reviewer: string;
}

/** Sums over reviews as they stand now. All of them add up: a review that changes is taken out and put in again. */
export interface TallyCounts {
  readonly reviews: number;
  readonly approved: number;
  readonly changesRequested: number;
  readonly rejected: number;
  readonly escalated: number;
  readonly skipped: number;
  readonly withdrawn: number;
  /** Approved without a revision. */
  readonly approvedAtOnce: number;
  /** Got a first decision of any kind. */
  readonly decidedOnce: number;
  /** Of those approved. */
  readonly revisions: number;
  /** Put to a person, whatever came of it. */
  readonly putToPerson: number;
  readonly decidedByPerson: number;
  /** From the question to the person's decision, milliseconds. */
  readonly personMs: number;
  readonly started: number;
  /** From the request to the first start, milliseconds. */
  readonly queueMs: number;
  readonly timed: number;
  /** From the start of the round to its decision, milliseconds. */
  readonly reviewMs: number;
  readonly judged: number;
  /** Of the decisions, 0-100 each. */
  readonly confidence: number;
  /** Approved, and a bug or a revert was reported later. */
  readonly approvedReported: number;
  /** Skipped, and a bug or a revert was reported later. */
  readonly skippedReported: number;
  /** Approved by a decision, and a bug or a revert was reported later, or a person other than the creator said that all is well. */
  readonly outcomesKnown: number;
  /** Of those: square of the points (0-100) between the confidence and what became of it (100, or 0). */
  readonly confidenceError: number;
}

export interface Tally extends TallyKey, TallyCounts {}
