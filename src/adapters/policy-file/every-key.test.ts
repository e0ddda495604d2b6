import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../domain/model/refusal.js';
import { defaultPolicy } from '../../domain/policy/default-policy.js';
import { loadPolicy } from './load-policy.js';

/** Every key of PRS section 5 in the forms it is written there, with values of our own. */
const everyKey = `
enabled: true
default_timeout_minutes: 45
async_reviews: false

review_required:
  actions: [create_core, architecture_decision, security_change]
  skip_if:
    - autonomy_level: aggressive   # by autonomy
      except_for: [security_change, breaking_change]
    - action_type: fix_typo
    - has_auto_skip_pattern: true
      min_confidence: 0.85
      min_successes: 12

reviewer_matrix:
  core_developer:
    primary: auditor
    backup: tester
    escalate: architect
    reasons:
      - "A second look at quality"
  app_developer:
    primary: architect
    backup: core_developer
    escalate: human

criteria:
  create_core:
    required:
      - interface_is_clear: "Callers need no second guess"
      - size_appropriate: "Small enough to read at once"
    optional:
      - config_described: "Options have a description"

standards:
  approve:
    min_checklist_pass_rate: 1.0
    min_confidence: 85
    max_critical_concerns: 0
  request_changes:
    conditions:
      - critical_concerns: ">0"
      - checklist_pass_rate: "<1.0"
      - confidence: "<55"
  reject:
    conditions:
      - fundamental_flaw: true
      - would_break_system: true
      - security_risk: "critical"
      - better_to_start_over: true

escalation:
  auto_escalate_to_human:
    - reviewer_status: "REJECT"
      and_creator_disagrees: true
    - review_cycles: ">3"
    - time_exceeded: ">90 minutes"
    - confidence_gap: ">35"
  human_timeout: 24

performance:
  target_review_time_minutes: 10
  max_review_time_minutes: 20
  parallel_reviews_max: 2
  review_queue_max: 4

learning:
  auto_skip_eligibility:
    min_successful_reviews: 15
    min_confidence_avg: 0.95
    lookback_period_days: 60
  pattern_confidence_increase_per_success: 0.02
  pattern_confidence_decrease_per_failure: 0.2
  suggest_skip_after_eligible_days: 14
  sampling: { clean_run: 30, fraction: 0.4 }

notifications:
  notify_creator_on: [review_approved, review_changes_requested, review_rejected]
  notify_reviewer_on: [review_requested, creator_revised]
  notify_human_on: [review_escalated, review_timeout, pattern_eligible_for_skip]
`;

/** The keys of the other source documents. */
const otherProtocols = `
task_review: {enabled: true, command: /review, model: null, max_revisions: 4, trigger: explicit, context: {include_session_log: true}}
review:
  strategy: parallel
  parallel_models: [small, large]
  single_model: large
  speculative_quality: false
  max_fix_iterations: 5
  fix_timeout_turns: 30
  auto_approve: true
  auto_reject: true
overlays:
  agentic_review: {enabled: true, coder_agent: dev, reviewer_agent: reviewer, max_iterations: 2, exit_conditions: ["review.decision == GO"]}
run: {silence_minutes: 20, max_words: 100, focus_areas: [security]}
`;

describe('a file with every key', () => {
  it('loads, each value in its place', () => {
    const policy = loadPolicy(everyKey, 'policy.yaml');
    if (isRefusal(policy)) throw new Error(JSON.stringify(policy.problems));
    expect(policy).toMatchObject({
      defaultTimeoutMinutes: 45,
      asyncReviews: false,
      standards: { minChecklistPassRate: 1, minConfidence: 85, maxCriticalConcerns: 0, lowConfidence: 55 },
      rejectGrounds: defaultPolicy.rejectGrounds,
      escalation: { maxRevisions: 3, maxOpenMinutes: 90, maxConfidenceGap: 35, humanTimeoutHours: 24 },
      performance: { targetReviewTimeMinutes: 10, maxReviewTimeMinutes: 20, parallelReviewsMax: 2, reviewQueueMax: 4 },
      learning: {
        minSuccessfulReviews: 15,
        minConfidenceAverage: 95,
        lookbackDays: 60,
        increasePerSuccess: 0.02,
        decreasePerFailure: 0.2,
        suggestAfterDays: 14,
        autoEnableAt: null,
        sampling: { cleanRun: 30, fraction: 0.4 },
      },
      notifications: {
        creator: ['review_approved', 'review_changes_requested', 'review_rejected'],
        reviewer: ['review_requested', 'creator_revised'],
        human: ['review_escalated', 'review_timeout', 'pattern_eligible_for_skip'],
      },
    });
    expect(policy.reviewRequired.skipIf).toEqual([
      { autonomyLevel: 'aggressive', exceptFor: ['security_change', 'breaking_change'] },
      { actionType: 'fix_typo', exceptFor: [] },
      { hasAutoSkipPattern: true, minConfidence: 85, minSuccesses: 12, exceptFor: [] },
    ]);
    expect(policy.reviewerMatrix['app-developer']).toEqual({
      primary: 'architect',
      backup: 'core-developer',
      escalate: 'human',
      reasons: [],
    });
    expect(policy.criteria['create_core']?.map(({ name, required }) => [name, required])).toEqual([
      ['interface_is_clear', true],
      ['size_appropriate', true],
      ['config_described', false],
    ]);
  });

  it('keeps what the other protocols read', () => {
    expect(loadPolicy(otherProtocols, 'policy.yaml')).toMatchObject({
      taskReview: {
        command: '/review',
        maxRevisions: 4,
        trigger: 'explicit',
        context: { sessionLog: true, gitDiff: true },
      },
      panel: { parallelModels: ['small', 'large'], maxFixIterations: 5, fixTimeoutTurns: 30, autoApprove: true },
      gate: { enabled: true, coderAgent: 'dev', reviewerAgent: 'reviewer', maxIterations: 2 },
      run: { silenceMinutes: 20, maxWords: 100, focusAreas: ['security'] },
    });
  });
});
