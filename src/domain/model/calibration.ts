/** One opinion, and whether what it said turned out to be right. */
export interface JudgedOpinion {
  readonly reviewer: string;
  /** Action type of the review. */
  readonly category: string;
  /** As stated, integer 0-100. */
  readonly confidence: number;
  /** `upheld`: another pair of eyes said the same; the others say that it was wrong. `contradicted`: the reviewer itself said the opposite later. */
  readonly outcome: 'upheld' | 'refuted' | 'escaped' | 'reverted' | 'overruled' | 'contradicted';
}

/** What the earlier opinions of a reviewer say of one that approves, at the time at which it was given. */
export interface ConfidenceInForce {
  /** What counts instead of the stated confidence, integer 0-100; never more than that. */
  readonly confidence: number;
  /** Judged opinions that it rests on. */
  readonly opinions: number;
  /** How many of them were right. */
  readonly right: number;
  /** Action type that they are about; absent: all of them. */
  readonly category?: string;
  /** Whether the reviewer is surer where it is right. Where it is not, its rate of being right counts, whatever it states. */
  readonly skilled: boolean;
}
