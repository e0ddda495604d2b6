import { z } from 'zod';
import type { Workflow, WorkflowTask } from '../../application/ports/workflow.js';
import type { Problem, Refusal } from '../../domain/model/refusal.js';
import { isGitDirectoryName } from '../../domain/model/git-directory-name.js';
import type { GateSettings } from '../../domain/model/policy-protocols.js';
import { exitConditionMistake } from './exit-conditions.js';
import { problemsOf, shown } from './problems.js';
import { positive, role, text } from './schema/words.js';
import { largestPolicy, readYaml, type YamlSource } from './yaml-source.js';

const exitCondition = z.string().superRefine((condition, context) => {
  const message = exitConditionMistake(condition);
  if (message === undefined) return;
  context.addIssue({ code: 'custom', message, params: { message: `is no exit condition: ${message}`, offset: 0 } });
});

const path = z
  .string()
  .max(300)
  // One spelling a file: a second one would be another file to whoever looks for the gates of an artifact.
  .refine((value) => !/(^|\/)\.{0,2}(\/|$)|[\\\0]/u.test(value), {
    error: 'a path from the top of the repository, with single / and without . and ..',
  })
  .refine((value) => !value.split('/').some(isGitDirectoryName), { error: 'a path outside of git directories' });

const agenticReview = z.strictObject({
  enabled: z.boolean().optional(),
  coder_agent: role.optional(),
  reviewer_agent: role.optional(),
  max_iterations: positive.max(100).optional(),
  exit_conditions: z.array(exitCondition).min(1).optional(),
});

const task = z.strictObject({
  agent: role.optional(),
  description: text.optional(),
  acceptance_criteria: z.array(text).optional(),
  artifact: path.optional(),
  overlays: z.strictObject({ agentic_review: agenticReview.optional() }).optional(),
});

const schema = z.strictObject({
  constitution: path.optional(),
  tasks: z.record(z.string().regex(/^[A-Za-z0-9][\w-]{0,99}$/u, { error: 'a name of letters, digits, _ and -' }), task),
});

/**
 * Reads a workflow (GATE, workflow config) with what the policy says where it is silent. All mistakes come back at once, each with line, column, key
 * and what was expected; code `workflow_invalid`. `file` is only named.
 */
export function loadWorkflow(content: string, file: string, defaults: GateSettings): Workflow | Refusal {
  if (content.length > largestPolicy)
    return refusal(file, [{ file, line: 1, column: 1, message: `is longer than ${largestPolicy} characters` }]);
  const source = readYaml(content, file);
  if (!('placeOf' in source)) return refusal(file, source);
  const data = source.data ?? {};
  if (typeof data !== 'object' || Array.isArray(data)) {
    const at = source.placeOf([], 'value');
    return refusal(file, [
      { file, ...at, message: `the file is ${shown(data)}`, expected: 'a map with the key `tasks`' },
    ]);
  }
  const parsed = schema.safeParse(data, { reportInput: true });
  const notation = [...source.broken, ...source.twice];
  const issues = parsed.success
    ? []
    : parsed.error.issues.filter(({ path: [top] }) => !source.lost.includes(String(top)));
  if (!parsed.success || notation.length > 0)
    return refusal(file, [...notation, ...problemsOf(issues, schema, source, file)]);
  const { constitution = null, tasks } = parsed.data;
  const read = Object.entries(tasks).map(([name, written]) => ({ name, written, task: taskOf(written, defaults) }));
  const problems = read.flatMap(({ name, task: made }) => contradictions(name, made, source, file));
  if (problems.length > 0) return refusal(file, problems);
  return { file, constitution, tasks: Object.fromEntries(read.map(({ name, task: made }) => [name, made])) };
}

function taskOf(written: z.infer<typeof task>, defaults: GateSettings): WorkflowTask {
  const { agent = null, description = '', acceptance_criteria: acceptanceCriteria = [], artifact = null } = written;
  return { agent, description, acceptanceCriteria, artifact, ...reviewOf(written, defaults) };
}

function reviewOf({ agent, overlays = {} }: z.infer<typeof task>, defaults: GateSettings) {
  const review = overlays.agentic_review ?? {};
  return {
    // Off unless the task itself turns it on, or the policy does for all.
    enabled: review.enabled ?? defaults.enabled,
    coder: review.coder_agent ?? agent ?? defaults.coderAgent,
    reviewer: review.reviewer_agent ?? defaults.reviewerAgent,
    maxIterations: review.max_iterations ?? defaults.maxIterations,
    exitConditions: review.exit_conditions ?? defaults.exitConditions,
  };
}

/** What each key allows and all of them together do not. */
function contradictions(name: string, made: WorkflowTask, source: YamlSource, file: string): readonly Problem[] {
  const at = (key: readonly string[]) => {
    const whole = ['tasks', name, ...key];
    return { file, ...source.placeOf(whole, 'value'), key: whole.join('.') };
  };
  if (!made.enabled)
    return made.agent === null
      ? [{ ...at(['agent']), message: 'is missing', expected: 'the agent that does the task' }]
      : [];
  const overlay = ['overlays', 'agentic_review'];
  const missing = (key: string) => ({
    ...at([...overlay, key]),
    message: 'is missing',
    expected: 'the name of an agent',
  });
  return [
    ...(made.coder === null ? [missing('coder_agent')] : []),
    ...(made.reviewer === null ? [missing('reviewer_agent')] : []),
    ...(made.coder !== null && made.coder === made.reviewer
      ? [
          {
            ...at([...overlay, 'reviewer_agent']),
            message: `${made.coder} would review its own work`,
            expected: 'another agent than the coder',
          },
        ]
      : []),
  ];
}

function refusal(file: string, problems: readonly Problem[]): Refusal {
  const count = problems.length === 1 ? '1 mistake' : `${problems.length} mistakes`;
  return {
    refused: true,
    code: 'workflow_invalid',
    message: `${file} cannot be used as workflow: ${count}`,
    remedy: 'Correct what is listed; docs/gate.md describes every key.',
    problems: problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)),
  };
}
