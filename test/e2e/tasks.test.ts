import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeAgents } from '../kit/agent-configuration.js';
import { Project } from '../kit/project.js';

const plan = `# Plan

| # | Task | Status | Assignee | Spec | Quality | Fix Iterations |
|---|------|--------|----------|------|---------|----------------|
| 1 | Add numbers | pending | — | — | — | — |
| 2 | Double them | pending | — | — | — | — |

### Dependencies
- Task 2: depends on Task 1
`;
const good = {
  'src/add.ts': 'export function add(a: number, b: number): number {\n  return a + b;\n}\n',
  'src/add.test.ts':
    "import { expect, it } from 'vitest';\nimport { add } from './add.js';\nit('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n",
};
const bad = { 'src/twice.ts': 'export function twice(a: string): number {\n  eval(a);\n  return 4;\n}\n' };

/** A plan that was imported, on a branch of its own; `policy` stands on the default branch. */
async function planned(policy?: string): Promise<Project> {
  const project = new Project();
  project.commit('start', {
    'docs/plan.md': plan,
    'README.md': '# Demo\n',
    ...(policy === undefined ? {} : { '.countersign/policy.yaml': policy }),
  });
  project.git('checkout', '--quiet', '-b', 'work');
  await project.run(['task', 'import', 'docs/plan.md']);
  return project;
}

describe('tasks of a plan, as a user has them', () => {
  it('are complete after their review, and the plan says so', async () => {
    const project = await planned();
    expect((await project.run(['task', 'start', '1', '--as', 'impl-1'])).code).toBe(0);
    project.commit('Add numbers', good);
    const done = await project.run(['task', 'review', '1']);
    expect(done.stdout).toMatch(/^Status {3}complete$/mu);
    expect(done.code).toBe(0);
    const shown = await project.run(['progress', '--write']);
    expect(shown.stdout).toContain('docs/plan.md: 1 of 2 complete');
    expect(readFileSync(join(project.directory, 'docs/plan.md'), 'utf8')).toBe(
      plan
        .replace('numbers | pending | — | — | — | — |', 'numbers | complete | impl-1 | — | ✅ | 0 |')
        .replace('them | pending | — | — | — | — |', 'them | pending | — | — | — | 0 |'),
    );
    expect((await project.run(['verify'])).code).toBe(0);
    expect((await project.run(['replay'])).stdout).toContain('1 review, 1 task decided again: all the same');
  });

  it('are judged by an agent that speaks the Agent Client Protocol, as by any other', async () => {
    const project = await planned(
      "agents:\n  helper: { driver: acp }\nreviewer_matrix:\n  '*': { primary: helper, escalate: human }\n",
    );
    await project.run(['task', 'start', '1']);
    project.commit('Add numbers', good);
    const turnedDown = await project.run(['task', 'review', '1'], fakeAgents({ helper: { acp: 'objects' } }));
    expect(turnedDown.stdout).not.toMatch(/^Status {3}complete$/mu);
    expect(turnedDown.code).toBe(1);
    project.commit('Add numbers, mended', { 'src/add.ts': `${good['src/add.ts']}export const nought = 0;\n` });
    const done = await project.run(['task', 'review', '1'], fakeAgents({ helper: { acp: 'well' } }));
    expect(done.stdout).toMatch(/^Status {3}complete$/mu);
    expect(done.code).toBe(0);
    const { stdout } = await project.run(['list', '--json']);
    const reviewers = (JSON.parse(stdout) as { reviews: { reviewer: string }[] }).reviews.map((each) => each.reviewer);
    expect(reviewers).toEqual(['helper', 'helper']);
  });

  it('follow the command that does them, and go back to their worker', async () => {
    const project = await planned();
    const failed = await project.run(['task', 'run', '1', '--', 'sh', '-c', 'exit 3']);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('exit code 3') as unknown });
    project.write(bad);
    const commit = 'git add src && git -c user.name=Ada -c user.email=a@example.invalid commit -qm "Add numbers"';
    const done = await project.run(['--json', 'task', 'run', '1', '--', 'sh', '-c', `echo working; ${commit}`]);
    expect(done.code).toBe(1);
    expect(done.stderr).toContain('working');
    expect(JSON.parse(done.stdout)).toMatchObject({
      schema: 'countersign/task@1',
      task: { status: 'in_progress', revisions: 1, reviews: [{ attempt: 1, trigger: 'script_completion' }] },
    });
    expect(await project.run(['task', 'start', '2'])).toMatchObject({ code: 2 });
  });

  it('send an agent that goes idle back to work', async () => {
    const project = await planned('task_review:\n  trigger: session_idle\n');
    expect(await project.run(['task', 'idle', '--hook'])).toMatchObject({ code: 0, stdout: '' });
    await project.run(['task', 'start', '1']);
    project.commit('Add numbers', bad);
    const hook = await project.run(['task', 'idle', '--hook']);
    expect(hook.code).toBe(0);
    expect(JSON.parse(hook.stdout)).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('src/twice.ts:2') as unknown,
    });
  });

  it('are reviewed by command alone under the trigger explicit', async () => {
    const project = await planned('task_review:\n  trigger: explicit\n');
    project.write(good);
    const commit = 'git add src && git -c user.name=Ada -c user.email=a@example.invalid commit -qm "Add numbers"';
    const ran = await project.run(['--json', 'task', 'run', '1', '--', 'sh', '-c', commit]);
    expect(JSON.parse(ran.stdout)).toMatchObject({ task: { status: 'in_progress', reviews: [] } });
    expect(await project.run(['task', 'idle', '--hook'])).toMatchObject({ code: 0, stdout: '' });
    const { stdout } = await project.run(['--json', 'task', 'review', '1']);
    expect(JSON.parse(stdout)).toMatchObject({ task: { status: 'complete', reviews: [{ trigger: 'explicit' }] } });
  });

  it('are complete and not reviewed where the policy of the default branch turns reviews off, and only there', async () => {
    const project = await planned('task_review:\n  enabled: false\n');
    await project.run(['task', 'start', '1']);
    const done = await project.run(['task', 'review', '1']);
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('complete, and not reviewed') as unknown });
    const other = await planned();
    await other.run(['task', 'start', '1']);
    other.commit('Turn it off', { '.countersign/policy.yaml': 'task_review:\n  enabled: false\n', ...bad });
    expect((await other.run(['task', 'review', '1'])).stdout).not.toContain('complete');
  });

  it('are refused with all mistakes of the plan at once', async () => {
    const project = new Project();
    project.commit('start', { 'plan.md': '| # | Task |\n|---|---|\n| 1 | |\n| 1 | B |\n' });
    const refused = await project.run(['task', 'import', 'plan.md']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('plan.md:3');
    expect(refused.stderr).toContain('plan.md:4');
    expect((await project.run(['task', 'list'])).stdout).toContain('No tasks yet');
  });
});
