import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeAgents, type Script } from '../kit/agent-configuration.js';
import { Project, type Ran } from '../kit/project.js';

const overlay = '{ agentic_review: { enabled: true, coder_agent: dev, reviewer_agent: reviewer, max_iterations: 1 } }';
const task = (name: string) =>
  `  ${name}:\n    agent: dev\n    description: How requests are refused\n    artifact: docs/auth.md\n    overlays: ${overlay}\n`;
const workflow = `tasks:\n${task('one')}${task('two')}`;

/** A coder that hands in `text`, after doing whatever else it likes. */
const coder = (text: string, first = ''): Script => ({
  script: `import { readFileSync } from 'node:fs';
import { execSync } from 'node:child_process';
const nonce = /BEGIN ARTIFACT (\\w+)/.exec(readFileSync(0, 'utf8'))[1];
execSync(${JSON.stringify(first || 'true')});
console.log('BEGIN ARTIFACT ' + nonce + '\\n' + ${JSON.stringify(text)} + '\\nEND ARTIFACT ' + nonce);`,
});

/** A reviewer that says so, after doing whatever else it likes. */
const reviewer = (decision: 'GO' | 'NO_GO', first = ''): Script => ({
  script: `import { readFileSync } from 'node:fs';
import { execSync } from 'node:child_process';
const nonce = /The nonce of this request is (\\w+)/.exec(readFileSync(0, 'utf8'))[1];
execSync(${JSON.stringify(first || 'true')});
const met = { acceptance_criteria_met: true, code_standards_met: true, test_coverage_adequate: true };
const quality_checks = { ...met, security_review_passed: true };
console.log(JSON.stringify({ nonce, decision: '${decision}', feedback: 'I read it.', quality_checks }));`,
});

interface Gate {
  readonly id: string;
  readonly standing: string;
  readonly locked: string | null;
}

const gateOf = ({ stdout }: Ran) => (JSON.parse(stdout) as { gate: Gate }).gate;

/** A repository whose default branch holds the workflow, and a place outside of it. */
function project() {
  const on = new Project().commit('start', { 'workflow.yaml': workflow });
  const run = (name: string, dev: Script, says: Script) =>
    on.run(
      ['gate', 'run', '--workflow', 'workflow.yaml', '--task', name, '--json'],
      fakeAgents({ dev, reviewer: says }),
    );
  return { on, run, file: join(on.directory, 'docs/auth.md') };
}

describe('a GO that was not earned', () => {
  it('is not shown of a changed or lost artifact, in the list either', async () => {
    const { on, run, file } = project();
    expect((await run('one', coder('good'), reviewer('GO'))).code).toBe(0);
    const listed = async () => {
      const { stdout } = await on.run(['gate', 'list', '--json']);
      return (JSON.parse(stdout) as { gates: readonly Gate[] }).gates.map(({ standing }) => standing);
    };
    expect(await listed()).toEqual(['go']);
    writeFileSync(file, 'evil\n');
    expect(await listed()).toEqual(['changed']);
    const { stdout } = await on.run(['gate', 'list']);
    expect(stdout).toContain('no GO: changed');
    rmSync(file);
    expect(await listed()).toEqual(['missing']);
    expect((await on.run(['gate', 'status', 'one'])).code).toBe(4);
  });

  it('is not given where its directory is swapped for a link while the reviewer reads', async () => {
    const { on, run } = project();
    const swap = `rm -rf '${on.directory}/docs'; ln -s '${on.home}' '${on.directory}/docs'`;
    const ran = await run('one', coder('good'), reviewer('GO', swap));
    expect([ran.code, gateOf(ran).standing]).toEqual([4, 'missing']);
    expect(existsSync(join(on.home, 'auth.md'))).toBe(false);
  });

  it('is not reached by changing the artifact in the store between two looks', async () => {
    const { on, run } = project();
    const blobs = join(on.directory, '.git/countersign');
    const swap = `for f in $(grep -rlx good '${blobs}' --include='*' | grep -v countersign.db); do chmod +w $f; echo evil > $f; done`;
    const ran = await run('one', coder('good'), reviewer('GO', swap));
    expect(ran.code).not.toBe(0);
    expect(existsSync(join(on.directory, 'docs/auth.md'))).toBe(false);
  });

  it('is not reached by a workflow, or Standards, that the author changes in the same breath', async () => {
    const { on, run } = project();
    on.git('checkout', '--quiet', '-b', 'topic');
    on.commit('chore: no gate', { 'workflow.yaml': workflow.replaceAll('enabled: true', 'enabled: false') });
    const ran = await run('one', coder('good'), reviewer('NO_GO'));
    expect([ran.code, gateOf(ran).locked]).toEqual([3, null]);
    expect(await run('two', coder('good'), reviewer('GO'))).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('gate_waits') as string,
    });
  });
});
