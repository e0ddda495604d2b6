import { z } from 'zod';
import { defaultPolicy } from '../../../domain/policy/default-policy.js';
import { key } from './key.js';
import { command, minutes, positive, role, text } from './words.js';

const { taskReview, panel, gate, run } = defaultPolicy;

const include = (what: string, value: boolean) =>
  key(z.boolean(), { description: `Whether the reviewer is given the ${what}`, source: 'SVC', default: value });

const taskContext = z.strictObject({
  include_task_definition: include('task definition', taskReview.context.taskDefinition),
  include_git_diff: include('diff against the base branch', taskReview.context.gitDiff),
  include_test_results: include('test results', taskReview.context.testResults),
  include_lint_results: include('lint results', taskReview.context.lintResults),
  include_session_log: include('session log', taskReview.context.sessionLog),
});

export const taskReviewSection = z.strictObject({
  enabled: key(z.boolean(), {
    description: 'Whether finished tasks are reviewed',
    source: 'SVC',
    default: taskReview.enabled,
  }),
  command: key(command, {
    description: 'Prompt template of the review: `/NAME` is `.countersign/prompts/NAME.md`',
    source: 'SVC',
    default: taskReview.command,
  }),
  model: key(z.string().nullable(), {
    description: 'Model that the agents run for it; null: their own',
    source: 'SVC',
    default: null,
  }),
  max_revisions: key(positive, {
    description: 'Revisions after which the task is blocked',
    source: 'SVC, SPEC 3',
    default: taskReview.maxRevisions,
  }),
  trigger: key(z.enum(['script_completion', 'session_idle', 'explicit']), {
    description: 'What starts a review',
    source: 'SVC',
    default: taskReview.trigger,
  }),
  context: key(taskContext, { description: 'What the reviewer is given', source: 'SVC' }),
});

export const panelSection = z.strictObject({
  strategy: key(z.enum(['parallel', 'single']), {
    description: 'Several models or one',
    source: 'V2',
    default: panel.strategy,
  }),
  parallel_models: key(z.array(text).min(1), {
    description: 'Models of `parallel`; the last is the strongest',
    source: 'V2, SPEC 6.4',
    default: panel.parallelModels,
  }),
  single_model: key(text, { description: 'Model of `single`', source: 'V2', default: panel.singleModel }),
  speculative_quality: key(z.boolean(), {
    description: 'Quality seats run beside the spec seats in a first review',
    source: 'V2',
    default: panel.speculativeQuality,
  }),
  max_fix_iterations: key(
    z.number().refine((value) => Number.isInteger(value) && value >= 1 && value <= 5, {
      error: 'max_fix_iterations must be 1-5',
    }),
    { description: 'Fix attempts before a person is asked, 1 to 5', source: 'V2', default: panel.maxFixIterations },
  ),
  fix_timeout_turns: key(
    z.number().refine((value) => Number.isInteger(value) && value >= 5 && value <= 30, {
      error: 'fix_timeout_turns must be 5-30',
    }),
    { description: 'Agent turns per fix attempt, 5 to 30', source: 'V2', default: panel.fixTimeoutTurns },
  ),
  auto_approve: key(z.boolean(), {
    description: 'Approve without a person when all pass',
    source: 'V2, SPEC 3',
    default: panel.autoApprove,
  }),
  auto_reject: key(z.boolean(), {
    description: 'Send back without a person when all fail with an agreed critical finding',
    source: 'V2, SPEC 3',
    default: panel.autoReject,
  }),
});

const agenticReview = z.strictObject({
  enabled: key(z.boolean(), {
    description: 'Whether the coder and reviewer loop runs',
    source: 'GATE',
    default: gate.enabled,
  }),
  coder_agent: key(role, { description: 'Who codes', source: 'GATE' }),
  reviewer_agent: key(role, { description: 'Who reviews; never the coder', source: 'GATE' }),
  max_iterations: key(positive, {
    description: 'Iterations after which a person decides',
    source: 'GATE, SPEC 3',
    default: gate.maxIterations,
  }),
  exit_conditions: key(z.array(text).min(1), {
    description: 'Conditions that end the loop',
    source: 'GATE',
    default: gate.exitConditions,
  }),
});

export const overlaysSection = z.strictObject({
  agentic_review: key(agenticReview, { description: 'The protocol `gate`', source: 'GATE' }),
});

export const runSection = z.strictObject({
  silence_minutes: key(minutes, {
    description: 'Silence of all agents after which a cycle opens',
    source: 'EVT',
    default: run.silenceMinutes,
  }),
  max_words: key(positive, { description: 'Most words of a response', source: 'EVT', default: run.maxWords }),
  focus_areas: key(z.array(text), { description: 'What a cycle looks at', source: 'EVT', default: run.focusAreas }),
});
