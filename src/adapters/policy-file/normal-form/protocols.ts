import type {
  GateSettings,
  PanelSettings,
  RunSettings,
  TaskReviewSettings,
} from '../../../domain/model/policy-protocols.js';
import { defaultPolicy } from '../../../domain/policy/default-policy.js';
import { kebabCase } from '../../../domain/policy/lookup.js';
import type { PolicyFile } from '../schema/policy.js';
import { over } from './given.js';

export function normaliseTaskReview(written: PolicyFile['task_review'] = {}): TaskReviewSettings {
  const { taskReview } = defaultPolicy;
  const context = written.context ?? {};
  return over(taskReview, {
    enabled: written.enabled,
    command: written.command,
    model: written.model,
    maxRevisions: written.max_revisions,
    trigger: written.trigger,
    context: over(taskReview.context, {
      taskDefinition: context.include_task_definition,
      gitDiff: context.include_git_diff,
      testResults: context.include_test_results,
      lintResults: context.include_lint_results,
      sessionLog: context.include_session_log,
    }),
  });
}

export function normalisePanel(written: PolicyFile['review'] = {}): PanelSettings {
  return over(defaultPolicy.panel, {
    strategy: written.strategy,
    parallelModels: written.parallel_models,
    singleModel: written.single_model,
    speculativeQuality: written.speculative_quality,
    maxFixIterations: written.max_fix_iterations,
    fixTimeoutTurns: written.fix_timeout_turns,
    autoApprove: written.auto_approve,
    autoReject: written.auto_reject,
  });
}

type AgenticReview = NonNullable<PolicyFile['overlays']>['agentic_review'];

export function normaliseGate(written: AgenticReview = {}): GateSettings {
  const name = (role: string | undefined) => (role === undefined ? undefined : kebabCase(role));
  return over(defaultPolicy.gate, {
    enabled: written.enabled,
    coderAgent: name(written.coder_agent),
    reviewerAgent: name(written.reviewer_agent),
    maxIterations: written.max_iterations,
    exitConditions: written.exit_conditions,
  });
}

export function normaliseRun(written: PolicyFile['run'] = {}): RunSettings {
  return over(defaultPolicy.run, {
    silenceMinutes: written.silence_minutes,
    maxWords: written.max_words,
    focusAreas: written.focus_areas,
  });
}
