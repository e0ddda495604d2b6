import type { EscalationRules, LearningRules, Policy } from '../../../domain/model/policy.js';
import type { Standards } from '../../../domain/model/review.js';
import { defaultPolicy } from '../../../domain/policy/default-policy.js';
import type { PolicyFile } from '../schema/policy.js';
import { normaliseConfidence } from '../schema/words.js';

export function normaliseStandards(written: PolicyFile['standards']): Standards {
  const { standards } = defaultPolicy;
  const approve = written?.approve ?? {};
  const low = firstOf(written?.request_changes?.conditions, (condition) => condition.confidence);
  const minConfidence =
    approve.min_confidence === undefined ? standards.minConfidence : normaliseConfidence(approve.min_confidence);
  return {
    minChecklistPassRate: approve.min_checklist_pass_rate ?? standards.minChecklistPassRate,
    minConfidence,
    maxCriticalConcerns: approve.max_critical_concerns ?? standards.maxCriticalConcerns,
    lowConfidence: low === undefined ? Math.min(standards.lowConfidence, minConfidence) : confidenceIn(low),
    ...(written?.calibrate === false && { calibrate: false }),
  };
}

/** Grounds that the list leaves out keep their default; `false` takes one away. */
export function normaliseGrounds(written: PolicyFile['standards']): Policy['rejectGrounds'] {
  const stated = new Map((written?.reject?.conditions ?? []).flatMap((condition) => Object.entries(condition)));
  return defaultPolicy.rejectGrounds.filter((ground) => stated.get(ground) !== false);
}

export function normaliseEscalation(written: PolicyFile['escalation']): EscalationRules {
  const { escalation } = defaultPolicy;
  const rules = written?.auto_escalate_to_human;
  const cycles = firstOf(rules, (rule) => rule.review_cycles);
  const time = firstOf(rules, (rule) => rule.time_exceeded);
  const gap = firstOf(rules, (rule) => rule.confidence_gap);
  const critical = firstOf(rules, (rule) => rule.critical_type_confidence);
  return {
    onDisputedRejection: firstOf(rules, (rule) => rule.and_creator_disagrees) ?? escalation.onDisputedRejection,
    maxRevisions: cycles === undefined ? escalation.maxRevisions : numberIn(cycles),
    maxOpenMinutes: time === undefined ? escalation.maxOpenMinutes : time === false ? null : minutesIn(time),
    maxConfidenceGap: gap === undefined ? escalation.maxConfidenceGap : gap === false ? null : numberIn(gap),
    minCriticalTypeConfidence:
      critical === undefined
        ? escalation.minCriticalTypeConfidence
        : critical === false
          ? null
          : confidenceIn(critical),
    humanTimeoutHours: written?.human_timeout ?? escalation.humanTimeoutHours,
  };
}

export function normaliseLearning(written: PolicyFile['learning'] = {}): LearningRules {
  const { learning } = defaultPolicy;
  const eligible = written.auto_skip_eligibility ?? {};
  return {
    minSuccessfulReviews: eligible.min_successful_reviews ?? learning.minSuccessfulReviews,
    minConfidenceAverage:
      eligible.min_confidence_avg === undefined
        ? learning.minConfidenceAverage
        : normaliseConfidence(eligible.min_confidence_avg),
    lookbackDays: eligible.lookback_period_days ?? learning.lookbackDays,
    increasePerSuccess: written.pattern_confidence_increase_per_success ?? learning.increasePerSuccess,
    decreasePerFailure: written.pattern_confidence_decrease_per_failure ?? learning.decreasePerFailure,
    suggestAfterDays: written.suggest_skip_after_eligible_days ?? learning.suggestAfterDays,
    autoEnableAt: written.auto_enable_at === false ? null : (written.auto_enable_at ?? learning.autoEnableAt),
    sampling: normaliseSampling(written.sampling),
  };
}

function normaliseSampling({ clean_run, fraction }: NonNullable<PolicyFile['learning']>['sampling'] = {}) {
  const { sampling } = defaultPolicy.learning;
  return { cleanRun: clean_run ?? sampling.cleanRun, fraction: fraction ?? sampling.fraction };
}

/** The number of `">3"`, `"<1.0"` or `3`. The schema has seen to the form. */
export function numberIn(condition: string | number): number {
  return typeof condition === 'number' ? condition : Number(/\d+(\.\d+)?/.exec(condition)?.[0]);
}

/** `"<60"` and `"<0.6"` are the same; what has a point is a fraction (SPEC 4). */
function confidenceIn(condition: string): number {
  const value = numberIn(condition);
  return condition.includes('.') ? normaliseConfidence(value) : value;
}

function minutesIn(condition: string): number {
  const amount = numberIn(condition);
  if (/d(ays?)?\s*$/.test(condition)) return amount * 24 * 60;
  return /h(ours?)?\s*$/.test(condition) ? amount * 60 : amount;
}

function firstOf<T, V>(list: readonly T[] | undefined, read: (item: T) => V | undefined): V | undefined {
  for (const item of list ?? []) {
    const value = read(item);
    if (value !== undefined) return value;
  }
  return undefined;
}
