import type {
  GateSettings,
  PanelSettings,
  RunSettings,
  TaskReviewSettings,
} from '../../../domain/model/policy-protocols.js';
import { defaultPolicy } from '../../../domain/policy/default-policy.js';
import { kebabCase } from '../../../domain/policy/lookup.js';
import type { PolicyFile } from '../schema/policy.js';

export function normaliseTaskReview(written: PolicyFile['task_review'] = {}): TaskReviewSettings {
  const { taskReview } = defaultPolicy;
  const context = written.context ?? {};
  return {
    enabled: written.enabled ?? taskReview.enabled,
    command: written.command ?? taskReview.command,
    model: written.model ?? taskReview.model,
    maxRevisions: written.max_revisions ?? taskReview.maxRevisions,
    trigger: written.trigger ?? taskReview.trigger,
    context: {
      taskDefinition: context.include_task_definition ?? taskReview.context.taskDefinition,
      gitDiff: context.include_git_diff ?? taskReview.context.gitDiff,
      testResults: context.include_test_results ?? taskReview.context.testResults,
      lintResults: context.include_lint_results ?? taskReview.context.lintResults,
      sessionLog: context.include_session_log ?? taskReview.context.sessionLog,
    },
  };
}

export function normalisePanel(written: PolicyFile['review'] = {}): PanelSettings {
  const { panel } = defaultPolicy;
  return {
    strategy: written.strategy ?? panel.strategy,
    parallelModels: written.parallel_models ?? panel.parallelModels,
    singleModel: written.single_model ?? panel.singleModel,
    speculativeQuality: written.speculative_quality ?? panel.speculativeQuality,
    maxFixIterations: written.max_fix_iterations ?? panel.maxFixIterations,
    fixTimeoutTurns: written.fix_timeout_turns ?? panel.fixTimeoutTurns,
    autoApprove: written.auto_approve ?? panel.autoApprove,
    autoReject: written.auto_reject ?? panel.autoReject,
  };
}

type AgenticReview = NonNullable<PolicyFile['overlays']>['agentic_review'];

export function normaliseGate(written: AgenticReview = {}): GateSettings {
  const { gate } = defaultPolicy;
  const name = (role: string | undefined) => (role === undefined ? null : kebabCase(role));
  return {
    enabled: written.enabled ?? gate.enabled,
    coderAgent: name(written.coder_agent) ?? gate.coderAgent,
    reviewerAgent: name(written.reviewer_agent) ?? gate.reviewerAgent,
    maxIterations: written.max_iterations ?? gate.maxIterations,
    exitConditions: written.exit_conditions ?? gate.exitConditions,
  };
}

export function normaliseRun(written: PolicyFile['run'] = {}): RunSettings {
  const { run } = defaultPolicy;
  return {
    silenceMinutes: written.silence_minutes ?? run.silenceMinutes,
    maxWords: written.max_words ?? run.maxWords,
    focusAreas: written.focus_areas ?? run.focusAreas,
  };
}
