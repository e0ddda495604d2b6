/** One opinion, and whether what it said turned out to be right. */
export interface JudgedOpinion {
  readonly reviewer: string;
  /** Action type of the review. */
  readonly category: string;
  /** As stated, integer 0-100. */
  readonly confidence: number;
  /** `upheld`: nothing spoke against it, or another pair of eyes said the same; the others say that it was wrong. */
  readonly outcome: 'upheld' | 'refuted' | 'escaped' | 'reverted' | 'overruled';
}
