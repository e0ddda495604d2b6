import type { Policy, SkipRule } from '../../../domain/model/policy.js';
import { defaultPolicy } from '../../../domain/policy/default-policy.js';
import { kebabCase } from '../../../domain/policy/lookup.js';
import type { PolicyFile } from '../schema/policy.js';
import { defaultTestTimeoutMinutes } from '../schema/settings.js';
import { normaliseConfidence } from '../schema/words.js';
import { normaliseCriteria } from './criteria.js';
import { given, mapValues } from './given.js';
import { normaliseGate, normalisePanel, normaliseRun, normaliseTaskReview } from './protocols.js';
import { normaliseAgents, normaliseMatrix } from './reviewers.js';
import { normaliseEscalation, normaliseGrounds, normaliseLearning, normaliseStandards } from './rules.js';

/** Fills in every default and settles every spelling. The file must have passed `policySchema`. */
export function normalise(file: PolicyFile): Policy {
  const testCommand = normaliseTestCommand(file.test_command);
  return {
    ...normaliseWords(file),
    reviewRequired: {
      actions: file.review_required?.actions ?? defaultPolicy.reviewRequired.actions,
      skipIf: file.review_required?.skip_if?.map(normaliseSkipRule) ?? defaultPolicy.reviewRequired.skipIf,
    },
    reviewerMatrix: normaliseMatrix(file.reviewer_matrix),
    assignment: {
      sameFamily: file.assignment?.same_family === undefined || file.assignment.same_family === 'allow',
    },
    criteria: normaliseCriteria(file.criteria, testCommand !== null),
    standards: normaliseStandards(file.standards),
    rejectGrounds: normaliseGrounds(file.standards),
    embedded: normaliseEmbedded(file.embedded),
    escalation: normaliseEscalation(file.escalation),
    performance: normalisePerformance(file.performance),
    learning: normaliseLearning(file.learning),
    notifications: normaliseNotifications(file.notifications),
    seats: (file.seats ?? []).map(kebabCase),
    agents: normaliseAgents(file.agents),
    paths: normalisePaths(file.paths),
    coverage: { exclude: normaliseExclusions(file.coverage?.exclude) },
    carry: normaliseCarry(file.carry),
    budget: normaliseBudget(file.budget),
    testCommand,
    taskReview: normaliseTaskReview(file.task_review),
    panel: normalisePanel(file.review),
    gate: normaliseGate(file.overlays?.agentic_review),
    run: normaliseRun(file.run),
  };
}

/** Keys that are a single word or number. */
function normaliseWords(file: PolicyFile) {
  return {
    enabled: file.enabled ?? defaultPolicy.enabled,
    protocol: file.protocol ?? defaultPolicy.protocol,
    defaultTimeoutMinutes: file.default_timeout_minutes ?? defaultPolicy.defaultTimeoutMinutes,
    asyncReviews: file.async_reviews ?? defaultPolicy.asyncReviews,
    blindFirstPass: file.blind_first_pass ?? defaultPolicy.blindFirstPass,
    precheck: file.precheck ?? defaultPolicy.precheck,
  };
}

type SkipRuleOfFile = NonNullable<NonNullable<PolicyFile['review_required']>['skip_if']>[number];

function normaliseSkipRule(rule: SkipRuleOfFile): SkipRule {
  return {
    exceptFor: rule.except_for ?? [],
    ...given('actionType', rule.action_type),
    ...given('autonomyLevel', rule.autonomy_level),
    ...given('hasAutoSkipPattern', rule.has_auto_skip_pattern),
    ...given('minConfidence', rule.min_confidence === undefined ? undefined : normaliseConfidence(rule.min_confidence)),
    ...given('minSuccesses', rule.min_successes),
    ...given('when', rule.when),
  };
}

function normaliseTestCommand(written: PolicyFile['test_command']): Policy['testCommand'] {
  if (written === undefined) return defaultPolicy.testCommand;
  if (typeof written === 'string') return { command: written, timeoutMinutes: defaultTestTimeoutMinutes };
  return { command: written.command, timeoutMinutes: written.timeout_minutes ?? defaultTestTimeoutMinutes };
}

function normaliseEmbedded(written: PolicyFile['embedded'] = {}): Policy['embedded'] {
  const { embedded } = defaultPolicy;
  const percent = (value: number | undefined, otherwise: number) =>
    value === undefined ? otherwise : normaliseConfidence(value);
  return {
    criticalConfidence: percent(written.critical_confidence, embedded.criticalConfidence),
    importantConfidence: percent(written.important_confidence, embedded.importantConfidence),
    minorConfidence: percent(written.minor_confidence, embedded.minorConfidence),
    cleanConfidence: percent(written.clean_confidence, embedded.cleanConfidence),
    maxMinor: written.max_minor ?? embedded.maxMinor,
  };
}

function normalisePerformance(written: PolicyFile['performance'] = {}): Policy['performance'] {
  const { performance } = defaultPolicy;
  return {
    targetReviewTimeMinutes: written.target_review_time_minutes ?? performance.targetReviewTimeMinutes,
    maxReviewTimeMinutes: written.max_review_time_minutes ?? performance.maxReviewTimeMinutes,
    parallelReviewsMax: written.parallel_reviews_max ?? performance.parallelReviewsMax,
    reviewQueueMax: written.review_queue_max ?? performance.reviewQueueMax,
  };
}

function normaliseNotifications(written: PolicyFile['notifications'] = {}): Policy['notifications'] {
  const { notifications } = defaultPolicy;
  return {
    creator: written.notify_creator_on ?? notifications.creator,
    reviewer: written.notify_reviewer_on ?? notifications.reviewer,
    human: written.notify_human_on ?? notifications.human,
  };
}

/** The built-in rules come first and stay: a policy adds meaning to a path, it never takes protection away. */
function normalisePaths(written: PolicyFile['paths'] = []): Policy['paths'] {
  const own = written.flatMap((rule) =>
    [rule.glob].flat().map((glob) => ({
      glob,
      ...given('actionType', rule.action_type),
      ...given('sensitivity', rule.sensitivity),
      ...given('service', rule.service),
      ...given('rules', rule.rules),
    })),
  );
  return [...defaultPolicy.paths, ...own];
}

function normaliseExclusions(
  written: NonNullable<PolicyFile['coverage']>['exclude'] = {},
): Policy['coverage']['exclude'] {
  const own = mapValues(written, (rule, name) =>
    rule === false ? undefined : { name, globs: [rule.globs].flat(), ...given('content', rule.content) },
  );
  const kept = defaultPolicy.coverage.exclude.filter((rule) => !Object.hasOwn(written, rule.name));
  return [...kept, ...Object.values(own).filter((rule) => rule !== undefined)];
}

function normaliseCarry(written: PolicyFile['carry'] = {}): Policy['carry'] {
  const { carry } = defaultPolicy;
  return {
    identicalTree: written.identical_tree ?? carry.identicalTree,
    rebase: written.rebase ?? carry.rebase,
    messageOnly: written.message_only ?? carry.messageOnly,
  };
}

function normaliseBudget(written: PolicyFile['budget'] = {}): Policy['budget'] {
  return {
    maxTokens: written.max_tokens ?? null,
    maxCostUsd: written.max_cost_usd ?? null,
    maxMinutes: written.max_minutes ?? null,
  };
}
