import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contextParts, type TaskUnderReview } from './context.js';

const switches = { taskDefinition: true, gitDiff: true, testResults: true, lintResults: false, sessionLog: false };
const task: TaskUnderReview = {
  key: '3',
  title: 'Check the token',
  scope: 'src/auth',
  acceptance: '- an expired one is refused',
  context: switches,
  sessionLog: 'worked on it',
  startedAs: null,
};
const gathered = { testResults: 'exit 0', lintResults: 'nothing found' };

it('holds the task, with its scope and what it is accepted by, and the test results by default', () => {
  expect(contextParts(task, gathered)).toEqual([
    {
      label: 'task definition',
      text: 'Task 3: Check the token\n\nScope\nsrc/auth\n\nAcceptance criteria\n- an expired one is refused',
    },
    { label: 'test results', text: 'exit 0' },
  ]);
});

it('says what the plan asked for when work began, where it asks for something else now', () => {
  const started = { title: task.title, scope: task.scope, acceptance: '- an expired one is refused\n- and logged' };
  const [definition] = contextParts({ ...task, startedAs: started }, gathered);
  expect(definition?.text).toContain('The plan was changed after work on it began. Until then it said:');
  expect(definition?.text).toContain('- and logged');
  const { title, scope, acceptance } = task;
  expect(contextParts({ ...task, startedAs: { title, scope, acceptance } }, gathered)).toEqual(
    contextParts(task, gathered),
  );
});

it('holds exactly the parts whose switch is on, whatever else there is', () => {
  fc.assert(
    fc.property(
      fc.record({
        taskDefinition: fc.boolean(),
        gitDiff: fc.boolean(),
        testResults: fc.boolean(),
        lintResults: fc.boolean(),
        sessionLog: fc.boolean(),
      }),
      (context) => {
        const labels = contextParts({ ...task, context }, gathered).map(({ label }) => label);
        expect(labels).toEqual([
          ...(context.taskDefinition ? ['task definition'] : []),
          ...(context.testResults ? ['test results'] : []),
          ...(context.lintResults ? ['lint results'] : []),
          ...(context.sessionLog ? ['session log'] : []),
        ]);
      },
    ),
  );
});

it('says of what nobody looked at that there is nothing', () => {
  const all = { ...switches, lintResults: true, sessionLog: true };
  const none = { testResults: null, lintResults: null };
  expect(contextParts({ ...task, context: all, sessionLog: null }, none).slice(1)).toEqual([
    { label: 'test results', text: 'No test command was run.' },
    { label: 'lint results', text: 'No linter was run.' },
    { label: 'session log', text: 'Nobody kept a log of the session.' },
  ]);
});
