import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fakeAgents } from '../kit/agent-configuration.js';
import { Project } from '../kit/project.js';

const plan = `| # | Task | Scope | Acceptance |
|---|------|-------|------------|
| 1 | Add numbers | src/add.ts | sums of two |
`;

function project(policy: string): Project {
  const made = new Project();
  made.commit('start', { 'plan.md': plan, 'README.md': '# Demo\n', '.countersign/policy.yaml': policy });
  made.git('checkout', '--quiet', '-b', 'work');
  return made;
}

/** A program that stands for Claude Code: it answers nothing and keeps its latest arguments and prompt in `file`. */
function claudeThatKeeps(made: Project, file: string): string {
  const flags = '--print --output-format --setting-sources --strict-mcp-config --permission-mode --tools';
  const program = join(made.home, 'claude.sh');
  const cases = [
    `*--version*) echo 2.0.0;;`,
    `*--help*) echo "${flags}";;`,
    `*) { echo "$@"; cat; } > '${file}'; echo none;;`,
  ];
  writeFileSync(program, `case "$*" in\n${cases.join('\n')}\nesac\n`);
  return program;
}

it('a reviewer is told of the task, what its command said, with no credential in it, and what the tests printed', async () => {
  const made = project(`
test_command: echo four tests passed
seats: [rob]
agents:
  rob: { driver: command }
task_review:
  context: { include_session_log: true, include_lint_results: false }
`);
  const file = join(made.home, 'prompt.txt');
  const env = fakeAgents({ rob: { run: ['/bin/sh', '-c', `cat > ${file}; echo none`] } });
  await made.run(['task', 'import', 'plan.md']);
  made.write({ 'src/add.ts': 'export const add = (a: number, b: number) => a + b;\n' });
  const commit = 'git add src && git -c user.name=Ada -c user.email=a@example.invalid commit -qm "Add numbers"';
  const token = ['ghp', 'q8Zr2Lw5Xc1Vb7Nm4Kj9Hg3Fd6Sa0Pt2Uy5W'].join('_');
  const done = await made.run(
    ['task', 'run', '1', '--', 'sh', '-c', `echo thought hard about ${token}; ${commit}`],
    env,
  );
  expect(done.stdout).toContain('thought hard about');
  const prompt = readFileSync(file, 'utf8');
  expect(prompt).toMatch(
    / task definition\nTask 1: Add numbers\n\nScope\nsrc\/add.ts\n\nAcceptance criteria\nsums of two\nEND/u,
  );
  expect(prompt).toMatch(/ test results\noutput of `echo four tests passed` \(exit 0\)\nfour tests passed\nEND/u);
  expect(prompt).toMatch(/ session log\nthought hard about/u);
  expect(prompt).not.toContain(' lint results');
  expect(prompt).not.toContain(token);
});

it('a task is reviewed by the command and the model that the policy names, and a change that is no task by neither', async () => {
  const made = project(`
seats: [rob]
agents:
  rob: { driver: cli, via: claude }
task_review: { command: /look-hard, model: opus }
`);
  const words = ['fence', 'inventory', 'criteria', 'change', 'answer'].map((word) => `{{${word}}}`).join('\n');
  made.git('checkout', '--quiet', 'main');
  made.commit('a template', { '.countersign/prompts/look-hard.md': `Look hard, as a task deserves.\n${words}\n` });
  made.git('checkout', '--quiet', '-B', 'work');
  made.commit('Add numbers', { 'src/add.ts': 'export const add = (a: number, b: number) => a + b;\n' });
  const asked = join(made.home, 'asked');
  const env = fakeAgents({ rob: { run: ['/bin/sh', claudeThatKeeps(made, asked)] } });
  await made.run(['task', 'import', 'plan.md']);
  await made.run(['task', 'start', '1']);
  const called = async (args: readonly string[]) => {
    await made.run(args, env);
    const told = readFileSync(asked, 'utf8');
    return [told.includes('--model opus'), told.includes('Look hard, as a task deserves.')];
  };
  expect(await called(['task', 'review', '1'])).toEqual([true, true]);
  expect(await called(['review'])).toEqual([false, false]);
});

it('a worker lets a task follow what a person decided of its review', async () => {
  const made = project('protocol: panel\nreview: { strategy: single, single_model: embedded }\n');
  const person = await made.runOnTerminal(['agent', 'add', 'dana', '--human', '--json']);
  const { token } = JSON.parse(person.stdout) as { token: string };
  await made.run(['task', 'import', 'plan.md']);
  await made.run(['task', 'start', '1']);
  made.commit('Add numbers', { 'src/add.ts': 'export const add = (a: number, b: number) => a + b;\n' });
  const { stdout } = await made.run(['task', 'review', '1', '--json']);
  const { task } = JSON.parse(stdout) as { task: { status: string; waitsFor: string } };
  expect(task.status).toBe('awaiting_review');
  expect((await made.run(['worker', '--once'])).stdout).not.toContain('task 1');
  await made.run(['decide', task.waitsFor, '--approve', '--note', 'fine'], { COUNTERSIGN_TOKEN: token });
  const worked = await made.run(['worker', '--once', '--json']);
  expect(JSON.parse(worked.stdout)).toMatchObject({
    said: expect.arrayContaining([expect.stringContaining('task 1 of plan.md is complete')]) as unknown,
  });
  expect((await made.run(['replay'])).code).toBe(0);
});
