import { describe, expect, it } from 'vitest';
import { GateBench, refusalOf, usualWorkflow } from '../../../test/kit/gates.js';

describe('a workflow that cannot be used', () => {
  it('is refused with all mistakes at once, each with its place', async () => {
    const workflow = `
tasks:
  implement:
    agnt: dev
    overlays:
      agentic_review:
        enabled: yes please
        max_iterations: 0
        exit_conditions: ["review.decison == GO"]
`;
    const { code, problems = [] } = refusalOf(await new GateBench([], workflow).tries());
    expect(code).toBe('workflow_invalid');
    expect(problems.map(({ line, key }) => [line, key])).toEqual([
      [4, 'tasks.implement.agnt'],
      [7, 'tasks.implement.overlays.agentic_review.enabled'],
      [8, 'tasks.implement.overlays.agentic_review.max_iterations'],
      [9, 'tasks.implement.overlays.agentic_review.exit_conditions.1'],
    ]);
    expect(problems[0]?.nearest).toBe('agent');
  });

  it.each([
    '.git/hooks/post-commit',
    'docs/.GIT/x',
    'git~1/config',
    '../out.md',
    '/etc/motd',
    './a.md',
    'docs//a.md',
    'docs/./a.md',
    'docs/',
  ])('writes no artifact to %s', async (artifact) => {
    const workflow = usualWorkflow.replace('docs/auth.md', artifact);
    const refusal = refusalOf(await new GateBench([], workflow).tries());
    expect(refusal).toMatchObject({ code: 'workflow_invalid', problems: [{ key: 'tasks.implement.artifact' }] });
  });

  it('lets nobody review its own work', async () => {
    const workflow = usualWorkflow.replace('reviewer_agent: reviewer', 'reviewer_agent: dev');
    const refusal = refusalOf(await new GateBench([], workflow).tries());
    expect(refusal).toMatchObject({
      code: 'workflow_invalid',
      problems: [{ message: 'dev would review its own work' }],
    });
  });

  it('counts only as it is committed, and only tasks that it has', async () => {
    const bench = new GateBench([]);
    expect(refusalOf(await bench.tries('deploy')).code).toBe('unknown_task');
    bench.committed.delete('workflow.yaml');
    expect(refusalOf(await bench.tries()).code).toBe('no_such_file');
    expect(await bench.store.listGates()).toEqual([]);
  });

  it('and a constitution without a Standards section where it names one', async () => {
    const bench = new GateBench([], `constitution: CLAUDE.md\n${usualWorkflow}`);
    bench.committed.set('CLAUDE.md', '# Rules\n\nBe kind.\n');
    expect(refusalOf(await bench.tries()).code).toBe('no_standards');
  });
});
