import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../../src/adapters/drivers/fake/behaviour.js';
import type { ReviewDocument } from '../../src/application/queries/document.js';
import { fakeAgents } from '../kit/agent-configuration.js';
import { cleanChange } from '../kit/clean-change.js';
import { Project } from '../kit/project.js';
import { noPseudoTerminal } from '../kit/pseudo-terminal.js';

const policies = {
  standards: 'agents:\n  rev:\n    driver: command\nseats: [rev]\n',
  panel:
    'protocol: panel\nagents:\n  rev:\n    driver: command\nreview:\n  parallel_models: [rev]\n  auto_approve: true\n  auto_reject: true\n',
};

function project(policy: string): Project {
  const on = new Project();
  on.commit('chore: begin', { 'README.md': '# Sums\n', '.countersign/policy.yaml': policy });
  return on.commit('feat: add', cleanChange);
}

async function review(on: Project, rev: Behaviour, ...args: readonly string[]): Promise<ReviewDocument> {
  const ran = await on.run(['review', ...args, '--json'], fakeAgents({ rev }));
  if (ran.stdout === '') throw new Error(ran.stderr);
  return JSON.parse(ran.stdout) as ReviewDocument;
}

const outcome = ({ decision }: ReviewDocument) => decision?.outcome;

describe('an agent is not asked until it agrees', () => {
  it.each(Object.entries(policies))('what it objected to stands on the same content (%s)', async (_, policy) => {
    const on = project(policy);
    expect(outcome(await review(on, 'critical'))).toBe('changes_requested');
    for (const args of [[], ['--creator', 'somebody-else']]) {
      const again = await review(on, 'well', ...args);
      expect(outcome(again)).toBe('changes_requested');
      expect(again.decision?.rules).toContainEqual(
        expect.objectContaining({ id: 'findings.same_content', result: 'unsatisfied' }),
      );
      const standing = again.findings.filter(({ severity }) => severity === 'critical');
      expect(standing).toMatchObject([
        { state: 'open', message: expect.stringContaining('Objected to in review') as string },
      ]);
    }
    expect((await on.run(['replay'])).code).toBe(0);
    expect((await on.run(['rebuild'])).code).toBe(0);
    on.commit('fix: mend', { 'src/mended.ts': 'export const mended = true;\n' });
    expect(outcome(await review(on, 'well', '--base', 'HEAD~2'))).toBe('approved');
  });

  it.skipIf(noPseudoTerminal !== undefined)('until a person settles it', async () => {
    const on = project(policies.standards);
    const added = await on.runOnTerminal(['agent', 'add', 'dana', '--human', '--json']);
    const { token } = JSON.parse(added.stdout) as { readonly token: string };
    const { findings } = await review(on, 'critical');
    const [critical] = findings.filter(({ severity }) => severity === 'critical');
    const dismiss = ['findings', 'dismiss', critical?.id ?? '', '--reason', 'it is no fault'];
    expect((await on.run(dismiss)).code).toBe(0);
    expect(outcome(await review(on, 'well'))).toBe('changes_requested');
    const settled = await on.run(dismiss, { COUNTERSIGN_TOKEN: token });
    expect([settled.code, settled.stderr]).toEqual([0, '']);
    expect(outcome(await review(on, 'well'))).toBe('approved');
  });
});
