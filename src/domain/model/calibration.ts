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

/** How far two models of a panel raised the same where both looked. */
export interface PairAgreement {
  readonly models: readonly [string, string];
  /** Findings that either raised. */
  readonly findings: number;
  /** Those of them that both raised. */
  readonly both: number;
  /** Fraction 0-1 that is expected of the next one, shrunk towards that of all pairs. */
  readonly agreement: number;
  /** Vendor family, where both are of one. */
  readonly family?: string;
}

/** What the models of a panel are worth together, at the time at which it was convened. */
export interface EffectiveVotes {
  readonly models: number;
  /** From 1 to `models`, rounded down to hundredths. */
  readonly effective: number;
  /** Those of whom enough is known; the others are taken for independent. */
  readonly pairs: readonly PairAgreement[];
}
