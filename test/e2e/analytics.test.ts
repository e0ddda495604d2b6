import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnalyticsReport } from '../../src/application/analytics.js';
import type { AnalyticsEntry } from '../../src/domain/analytics/entry.js';
import { tamper } from '../contract/sqlite-file.js';
import { fakeAgents } from '../kit/agent-configuration.js';
import { cleanChange } from '../kit/clean-change.js';
import { Project } from '../kit/project.js';
import { noPseudoTerminal } from '../kit/pseudo-terminal.js';

const policy = `protocol: panel
agents: { light: { driver: command }, strong: { driver: command } }
review: { parallel_models: [light, strong], auto_approve: true, auto_reject: true }
paths: [{ glob: 'src/**', service: sums }]
`;

function project(): Project {
  const on = new Project();
  on.commit('chore: begin', { 'README.md': '# Sums\n', '.countersign/policy.yaml': policy });
  return on.commit('feat: add', cleanChange);
}

async function analytics(on: Project): Promise<AnalyticsReport> {
  const { code, stdout } = await on.run(['analytics', '--json']);
  expect(code).toBe(0);
  return JSON.parse(stdout) as AnalyticsReport;
}

async function exported(on: Project) {
  const { code, stdout, stderr } = await on.run(['analytics', 'export']);
  expect(code).toBe(0);
  const lines = stdout.split('\n').slice(0, -1);
  return { entries: lines.map((line) => JSON.parse(line) as AnalyticsEntry & Record<string, unknown>), stderr };
}

describe('analytics', () => {
  it('of a project without a review say so, and write nothing', async () => {
    const on = project();
    expect((await on.run(['analytics'])).stdout).toBe('Nothing was reviewed yet.\n');
    expect((await on.run(['analytics', '--format', 'markdown'])).stdout).toContain('Nothing was reviewed yet.');
    expect((await analytics(on)).summary).toMatchObject({ total_reviews: 0, model_accuracy: {}, by_service: {} });
    expect(await exported(on)).toEqual({ entries: [], stderr: '' });
  });

  it.skipIf(noPseudoTerminal !== undefined)(
    'count each review once and enter each merge, with what a person said of it since',
    async () => {
      const on = project();
      const added = await on.runOnTerminal(['agent', 'add', 'dana', '--human', '--json']);
      const dana = { COUNTERSIGN_TOKEN: (JSON.parse(added.stdout) as { token: string }).token };
      await on.run(['review'], fakeAgents({ light: 'well', strong: 'well' }));
      const split = await on.run(['review', '--json'], fakeAgents({ light: 'objects', strong: 'well' }));
      const { review, findings } = JSON.parse(split.stdout) as {
        readonly review: { readonly id: string };
        readonly findings: readonly { readonly id: string }[];
      };
      const [found] = findings;
      expect(found).toBeDefined();
      await on.run(['findings', 'dismiss', found?.id ?? '', '--reason', 'it is meant so'], dana);
      expect((await on.run(['decide', review.id, '--approve', '--note', 'light is mistaken'], dana)).code).toBe(0);

      const { summary } = await analytics(on);
      expect(summary).toMatchObject({
        ...{ total_reviews: 2, auto_approved: 1, auto_rejected: 0, human_decided: 1, human_overrides: 1 },
        model_accuracy: { light: { true_positive: 0, false_positive: 1, missed: 0 } },
      });
      expect(Object.entries(summary.by_service).map(([name, { reviews }]) => [name, reviews])).toEqual([['sums', 2]]);

      const { entries, stderr } = await exported(on);
      expect(stderr).toBe('');
      expect(entries.map(({ stage, round }) => [stage, round])).toEqual([
        ['spec', 1],
        ['quality', 1],
        ['spec', 1],
        ['quality', 1],
      ]);
      expect(entries[0]).toMatchObject({
        ...{ service: 'sums', strategy: 'parallel', models: ['light', 'strong'], light_verdict: 'pass' },
        ...{ strong_verdict: 'pass', agreed_count: 0, light_only_count: 0, confidence: 1 },
        ...{ auto_decision: 'auto_approve', human_override: null, fix_iterations: 0, final_verdict: 'pass' },
      });
      expect(entries[2]).toMatchObject({
        ...{ review: review.id, light_verdict: 'fail', strong_verdict: 'pass', light_only_count: 1 },
        ...{ auto_decision: null, human_override: 'approved', final_verdict: 'pass' },
        findings: [{ id: found?.id, category: 'light_only', resolution: 'dismissed', false_positive: true }],
      });

      await tamper(
        join(on.directory, '.git', 'countersign'),
        `update analytics_counts set count = 7 where measure = 'reviews'`,
      );
      expect((await exported(on)).stderr).toContain('countersign rebuild');
      expect((await on.run(['verify'])).stdout).toContain('analytics_counts');
      expect((await on.run(['rebuild'])).code).toBe(0);
      expect(await analytics(on)).toMatchObject({ summary });
      expect((await exported(on)).stderr).toBe('');
    },
  );

  it('stand below the living table', async () => {
    const on = project();
    const plan = '| # | Task |\n| --- | --- |\n| 1 | Add |\n';
    on.commit('docs: plan', { 'PLAN.md': plan });
    expect((await on.run(['task', 'import', 'PLAN.md'])).code).toBe(0);
    expect((await on.run(['progress'])).stdout).not.toContain('fix iterations within a review');
    await on.run(['review', 'HEAD~1'], fakeAgents({ light: 'well', strong: 'well' }));
    expect((await on.run(['progress'])).stdout).toContain('\n\n1 review: 1 approved and 0 turned down');
    expect(JSON.parse((await on.run(['progress', '--json'])).stdout)).toMatchObject({
      analytics: { summary: { auto_approved: 1 } },
    });
  });
});
