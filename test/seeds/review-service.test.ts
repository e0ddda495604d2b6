import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../src/adapters/policy-file/load-policy.js';
import type { TaskReviewSettings } from '../../src/domain/model/policy-protocols.js';
import { isRefusal } from '../../src/domain/model/refusal.js';

function taskReviewOf(text: string): TaskReviewSettings {
  const policy = loadPolicy(text, 'policy.yaml');
  if (isRefusal(policy)) throw new Error(JSON.stringify(policy));
  return policy.taskReview;
}

describe('key task_review of the policy', () => {
  it.each<[string, keyof TaskReviewSettings, unknown]>([
    ['enabled', 'enabled', true],
    ['command', 'command', '/review-task'],
    ['model', 'model', null],
    ['max_revisions', 'maxRevisions', 3],
    ['trigger', 'trigger', 'script_completion'],
  ])('has a default: %s', (_key, setting, value) => {
    expect(taskReviewOf('')[setting]).toBe(value);
  });

  it('gives task definition, diff and test results by default, and neither lint nor session log', () => {
    expect(taskReviewOf('').context).toEqual({
      ...{ taskDefinition: true, gitDiff: true, testResults: true, lintResults: false, sessionLog: false },
    });
  });

  it.each(['../review', '/a/b', 'look hard', ''])('takes no command that is no name of a template: %s', (command) => {
    const policy = loadPolicy(`task_review: { command: ${JSON.stringify(command)} }`, 'policy.yaml');
    expect(isRefusal(policy) && policy.problems?.map(({ key }) => key)).toEqual(['task_review.command']);
  });

  it.each(['session_end', 'always'])('knows no trigger %s', (trigger) => {
    const policy = loadPolicy(`task_review: { trigger: ${trigger} }`, 'policy.yaml');
    expect(isRefusal(policy) && policy.problems?.map(({ key }) => key)).toEqual(['task_review.trigger']);
  });
});
