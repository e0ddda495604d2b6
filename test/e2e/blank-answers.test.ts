import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../../src/adapters/drivers/fake/behaviour.js';
import type { ReviewDocument } from '../../src/application/queries/document.js';
import { fakeAgents } from '../kit/agent-configuration.js';
import { cleanChange } from '../kit/clean-change.js';
import { Project } from '../kit/project.js';

/** Answers that object to nothing, and are no review. */
const blank = ['blank', 'braces', 'essay', 'lgtm', 'bare'] as const satisfies readonly Behaviour[];

const panel = `protocol: panel
agents:
  light:
    driver: command
  strong:
    driver: command
review:
  parallel_models: [light, strong]
  auto_approve: true
`;

const standards = `agents:
  helper: { driver: command }
reviewer_matrix:
  '*': { primary: helper, escalate: human }
`;

const plan = '| # | Task | Status |\n|---|---|---|\n| 1 | Add numbers | pending |\n';

const workflow = `
tasks:
  a:
    agent: dev
    description: How requests are refused
    artifact: docs/a.md
    overlays: { agentic_review: { enabled: true, coder_agent: dev, reviewer_agent: reviewer } }
`;

async function reviewed(policy: string, behaviour: Behaviour, ...args: readonly string[]) {
  const project = new Project();
  project.commit('chore: begin', { 'README.md': '# Sums\n', '.countersign/policy.yaml': policy });
  project.commit('feat: add', cleanChange);
  const all = { light: behaviour, strong: behaviour, helper: behaviour };
  const { code, stdout, stderr } = await project.run(['review', ...args, '--json'], fakeAgents(all));
  if (stdout === '') throw new Error(stderr);
  return { code, outcome: (JSON.parse(stdout) as ReviewDocument).decision?.outcome };
}

describe.each(blank)('an agent that answers %s approves nothing', (behaviour) => {
  it('in a panel that may approve by itself', async () => {
    const { code, outcome } = await reviewed(panel, behaviour);
    expect(code).toBeGreaterThan(2);
    expect(['inconclusive', 'escalated']).toContain(outcome);
  });

  it('in a panel of a policy that requires nothing in particular', async () => {
    const none = `${panel}criteria:\n  '*':\n    optional:\n      - neat: 'It is neat'\n`;
    expect((await reviewed(none, behaviour)).code).toBeGreaterThan(2);
  });

  it('in the seat of the policy', async () => {
    expect(await reviewed(standards, behaviour)).toEqual({ code: 4, outcome: 'inconclusive' });
  });

  it('in a seat that the caller asks for', async () => {
    const { code } = await reviewed(standards, behaviour, '--panel', 'light');
    expect(code).toBe(4);
  });

  it('for a task of a plan', async () => {
    const project = new Project();
    project.commit('start', { 'docs/plan.md': plan, '.countersign/policy.yaml': standards });
    project.git('checkout', '--quiet', '-b', 'work');
    await project.run(['task', 'import', 'docs/plan.md']);
    await project.run(['task', 'start', '1']);
    project.commit('Add numbers', cleanChange);
    const { code, stdout } = await project.run(['task', 'review', '1', '--json'], fakeAgents({ helper: behaviour }));
    expect(code).not.toBe(0);
    expect((JSON.parse(stdout) as { task: { status: string } }).task.status).not.toBe('complete');
  });

  it('as the reviewer of a gate', async () => {
    const project = new Project().commit('start', { 'workflow.yaml': workflow });
    const agents = fakeAgents({ dev: 'drafts', reviewer: behaviour });
    const ran = await project.run(['gate', 'run', '--workflow', 'workflow.yaml', '--task', 'a', '--json'], agents);
    expect([ran.code, (JSON.parse(ran.stdout) as { gate: object }).gate]).toMatchObject([
      4,
      { status: 'waiting', locked: null },
    ]);
  });
});
