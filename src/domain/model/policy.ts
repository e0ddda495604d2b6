import type { EscalationRules } from './escalation.js';
import type { NotificationWords } from './notification.js';
import type { AgentEntry, ProtocolSettings } from './policy-protocols.js';
import type { Criterion, EmbeddedVerdict, ProtocolName, Standards } from './review.js';

/**
 * The rules in force, in normal form: every default filled in, every spelling of the file settled.
 * `adapters/policy-file` makes it from YAML; keys and defaults are in docs/policy.md.
 */
export interface Policy extends ProtocolSettings {
  /** False: nothing is reviewed but what can never be skipped. */
  readonly enabled: boolean;
  readonly protocol: ProtocolName;
  readonly defaultTimeoutMinutes: number;
  readonly asyncReviews: boolean;
  readonly reviewRequired: {
    /** Action types that need a review; `*` stands for every type. */
    readonly actions: readonly string[];
    readonly skipIf: readonly SkipRule[];
  };
  /** By creator role in kebab-case; `*` is the fallback. */
  readonly reviewerMatrix: Readonly<Record<string, ReviewerLine>>;
  readonly assignment: {
    /** Whether a reviewer of the creator's vendor family may be picked (SPEC 5.4). */
    readonly sameFamily: boolean;
  };
  /** Whether a reviewer's first look is kept from what the creator says of the change (SPEC 9). */
  readonly blindFirstPass: boolean;
  /** By action type; `*` is the fallback for types without their own. */
  readonly criteria: Readonly<Record<string, readonly Criterion[]>>;
  readonly standards: Standards;
  /** Named grounds that make a rejection (SPEC 5.5). */
  readonly rejectGrounds: readonly string[];
  /** Verdict of a reviewer without one of its own (SPEC 5.5, PRS 6.1). */
  readonly embedded: EmbeddedVerdict;
  readonly escalation: EscalationRules;
  readonly performance: {
    readonly targetReviewTimeMinutes: number;
    readonly maxReviewTimeMinutes: number;
    readonly parallelReviewsMax: number;
    readonly reviewQueueMax: number;
  };
  readonly learning: LearningRules;
  /** Events told to each party, in the words of PRS section 5. */
  readonly notifications: NotificationWords;
  /** Agents that review every change, beside the assigned reviewer; names of `agents`. */
  readonly seats: readonly string[];
  /** Configured reviewers and creators by name in kebab-case, beside the embedded ones. */
  readonly agents: Readonly<Record<string, AgentEntry>>;
  /** Paths with a meaning, in order; all that match apply. */
  readonly paths: readonly PathRule[];
  readonly coverage: {
    /** What need not be read, each under a name; the entry stays visible (SPEC 2, rule 2). */
    readonly exclude: readonly ExclusionRule[];
  };
  /** Rules under which an approval outlives a change of its content (SPEC 2, rule 3). */
  readonly carry: { readonly identicalTree: boolean; readonly rebase: boolean; readonly messageOnly: boolean };
  /** Upper bounds of one review; null: none. */
  readonly budget: {
    readonly maxTokens: number | null;
    readonly maxCostUsd: number | null;
    readonly maxMinutes: number | null;
  };
  readonly precheck: 'off' | 'warn' | 'block';
  /** Run in a checkout of the head when set; the only thing of the repository that is ever executed. */
  readonly testCommand: { readonly command: string; readonly timeoutMinutes: number } | null;
}

/** All conditions that are set must hold. */
export interface SkipRule {
  readonly actionType?: string;
  readonly autonomyLevel?: string;
  /** Action types that this rule never skips. */
  readonly exceptFor: readonly string[];
  readonly hasAutoSkipPattern?: boolean;
  /** Integer 0-100, of the learned pattern. */
  readonly minConfidence?: number;
  readonly minSuccesses?: number;
  /** Condition in the expression language of docs/policy.md. */
  readonly when?: string;
}

export interface ReviewerLine {
  readonly primary: string;
  readonly backup?: string;
  readonly escalate?: string;
  readonly reasons: readonly string[];
}

export type { EmbeddedVerdict, EscalationRules };

/** When a learned pattern may skip (SPEC 7). */
export interface LearningRules {
  readonly minSuccessfulReviews: number;
  /** Integer 0-100. */
  readonly minConfidenceAverage: number;
  readonly lookbackDays: number;
  /** Fractions 0-1 of a pattern's confidence. */
  readonly increasePerSuccess: number;
  readonly decreasePerFailure: number;
  readonly suggestAfterDays: number;
  /** Successes at which a pattern is switched on without a person; null: only a person does (SPEC 3). */
  readonly autoEnableAt: number | null;
  /** How a pattern that is switched on is sampled (SPEC 7). */
  readonly sampling: {
    /** Clean reviews in a row before a change is skipped. */
    readonly cleanRun: number;
    /** Fraction 0-1 of the changes that is still reviewed. */
    readonly fraction: number;
  };
}

export interface PathRule {
  readonly glob: string;
  readonly actionType?: string;
  readonly sensitivity?: 'normal' | 'sensitive' | 'protected';
  /** What reviewers remember of these paths is kept under this name (SPEC 6.5). */
  readonly service?: string;
  /** What reviewers of the service are told each time. */
  readonly rules?: readonly string[];
}

export interface ExclusionRule {
  readonly name: string;
  readonly globs: readonly string[];
  /** Bytes must look like the named kind, else the rule does not apply. */
  readonly content?: 'media';
}

/** What the policy says about one path of the change. */
export interface PathFact {
  readonly path: string;
  /** In the order of the policy's rules. */
  readonly actionTypes: readonly string[];
  readonly sensitive: boolean;
  readonly protected: boolean;
  /** Of the last rule that names one. */
  readonly service?: string;
  /** Exclusion rules whose globs match; whether the content agrees is for a reader to say. */
  readonly excludable: readonly ExclusionRule[];
}

/** Types that no rule may skip (SPEC 5.2). */
export const neverSkipped: readonly string[] = ['security_change', 'breaking_change', 'policy_change'];
