import type { Policy } from '../model/policy.js';
import type { ProtocolSettings } from '../model/policy-protocols.js';
import { defaultCriteria } from './default-criteria.js';
import { defaultMatrix } from './default-matrix.js';
import { builtInPaths, defaultExclusions } from './default-paths.js';

/** Numbers of SVC, V2, GATE and EVT where SPEC section 3 does not decide otherwise. */
const protocolDefaults: ProtocolSettings = {
  taskReview: {
    enabled: true,
    command: '/review-task',
    model: null,
    maxRevisions: 3,
    trigger: 'script_completion',
    context: { taskDefinition: true, gitDiff: true, testResults: true, lintResults: false, sessionLog: false },
  },
  panel: {
    strategy: 'parallel',
    parallelModels: ['haiku', 'sonnet'],
    singleModel: 'opus',
    speculativeQuality: true,
    maxFixIterations: 2,
    fixTimeoutTurns: 10,
    autoApprove: false,
    autoReject: false,
  },
  gate: {
    enabled: false,
    coderAgent: null,
    reviewerAgent: null,
    maxIterations: 3,
    exitConditions: ['review.decision == GO'],
  },
  run: { silenceMinutes: 15, maxWords: 200, focusAreas: [] },
};

/** The policy in force where the base revision has no file: ordinary work is reviewed by the embedded reviewers. */
export const defaultPolicy: Policy = {
  enabled: true,
  protocol: 'standards',
  defaultTimeoutMinutes: 30,
  asyncReviews: true,
  reviewRequired: {
    actions: ['*'],
    skipIf: [
      { actionType: 'fix_typo', exceptFor: [] },
      { actionType: 'update_formatting', exceptFor: [] },
      { actionType: 'add_comment', exceptFor: [] },
      { actionType: 'update_readme', exceptFor: [] },
      { hasAutoSkipPattern: true, minConfidence: 90, minSuccesses: 10, exceptFor: [] },
    ],
  },
  reviewerMatrix: defaultMatrix,
  assignment: { sameFamily: true },
  blindFirstPass: true,
  criteria: { '*': defaultCriteria(false) },
  standards: { minChecklistPassRate: 1, minConfidence: 80, maxCriticalConcerns: 0, lowConfidence: 60 },
  rejectGrounds: ['fundamental_flaw', 'would_break_system', 'security_risk', 'better_to_start_over'],
  embedded: { criticalConfidence: 40, importantConfidence: 60, minorConfidence: 75, cleanConfidence: 95, maxMinor: 2 },
  escalation: {
    onDisputedRejection: true,
    maxRevisions: 3,
    maxOpenMinutes: 120,
    maxConfidenceGap: 40,
    minCriticalTypeConfidence: 90,
    humanTimeoutHours: 48,
  },
  performance: {
    targetReviewTimeMinutes: 15,
    maxReviewTimeMinutes: 30,
    parallelReviewsMax: 3,
    reviewQueueMax: 5,
  },
  learning: {
    minSuccessfulReviews: 10,
    minConfidenceAverage: 90,
    lookbackDays: 30,
    increasePerSuccess: 0.05,
    decreasePerFailure: 0.15,
    suggestAfterDays: 7,
    autoEnableAt: null,
    // A bad change passes unreviewed in fewer than 5 of 100 cases, whatever the creator does (docs/patterns.md).
    sampling: { cleanRun: 20, fraction: 0.5 },
  },
  notifications: {
    creator: ['review_approved', 'review_changes_requested', 'review_rejected'],
    reviewer: [
      'review_requested',
      'creator_revised',
      'review_reminder',
      'review_withdrawn',
      'finding_contested',
      'clarification_asked',
    ],
    human: [
      'review_escalated',
      'review_timeout',
      'pattern_eligible_for_skip',
      'review_inconclusive',
      'deadline_warning',
      'decision_expired',
    ],
  },
  seats: [],
  agents: {},
  paths: builtInPaths,
  coverage: { exclude: defaultExclusions },
  carry: { identicalTree: true, rebase: true, messageOnly: true },
  budget: { maxTokens: null, maxCostUsd: null, maxMinutes: null },
  precheck: 'warn',
  testCommand: null,
  ...protocolDefaults,
};
