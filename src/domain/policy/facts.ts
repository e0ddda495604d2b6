import type { ChangedFile } from '../model/change.js';
import type { Classification } from '../model/review.js';

/** What the rules look at. Nothing here is the author's word but `autonomyLevel`, which the caller vouches for. */
export interface ReviewFacts {
  readonly classification: Classification;
  /** Role or name of who made the change. */
  readonly creator: string;
  readonly files: readonly Pick<ChangedFile, 'path' | 'added' | 'deleted'>[];
  readonly autonomyLevel?: string;
  /** What was learned of this creator with this action type; undefined: nothing. */
  readonly pattern?: PatternEvidence;
}

/** A learned pattern as the journal knows it. */
export interface PatternEvidence {
  /** A person, or `auto_enable_at`, switched skipping on and nothing switched it off since. */
  readonly enabled: boolean;
  /** Fraction 0-1. */
  readonly confidence: number;
  readonly successes: number;
  /** Why this change is reviewed all the same, in a sentence; absent: nothing speaks for it. */
  readonly heldBack?: string;
}

/** Variables of a `when` condition, by their names in the policy file (docs/policy.md). */
export interface ConditionVariables {
  readonly action_type: string;
  readonly creator: string;
  readonly files: number;
  readonly added: number;
  readonly deleted: number;
  readonly paths: readonly string[];
  readonly sensitive: boolean;
  readonly protected: boolean;
  /** Empty where nothing was proved. */
  readonly proof: string;
  /** Empty where the caller named none. */
  readonly autonomy: string;
}

/** Evaluates a condition of the policy; an error is a value, it never skips a review. */
export type EvaluateCondition = (
  condition: string,
  variables: ConditionVariables,
) => { readonly ok: true; readonly value: boolean } | { readonly ok: false; readonly reason: string };

export function conditionVariables(facts: ReviewFacts): ConditionVariables {
  const { classification, files } = facts;
  return {
    action_type: classification.type,
    creator: facts.creator,
    files: files.length,
    added: files.reduce((sum, file) => sum + (file.added ?? 0), 0),
    deleted: files.reduce((sum, file) => sum + (file.deleted ?? 0), 0),
    paths: files.map((file) => file.path),
    sensitive: classification.sensitivePaths.length > 0,
    protected: classification.protectedPaths.length > 0,
    proof: classification.proof ?? '',
    autonomy: facts.autonomyLevel ?? '',
  };
}
