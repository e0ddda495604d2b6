import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../../src/adapters/drivers/fake/behaviour.js';
import type { ReviewDocument } from '../../src/application/queries/document.js';
import { fakeAgents, type Script } from '../kit/agent-configuration.js';
import { cleanChange } from '../kit/clean-change.js';
import { Project } from '../kit/project.js';
import { noPseudoTerminal } from '../kit/pseudo-terminal.js';

function project(review = '', protocol = 'protocol: panel\n'): Project {
  const on = new Project();
  const agents = 'agents:\n  light:\n    driver: command\n  strong:\n    driver: command\n';
  const policy = `${protocol}${agents}review:\n  parallel_models: [light, strong]\n${review}`;
  on.commit('chore: begin', { 'README.md': '# Sums\n', '.countersign/policy.yaml': policy });
  return on.commit('feat: add', cleanChange);
}

async function review(on: Project, agents: Readonly<Record<string, Behaviour | Script>>, ...args: readonly string[]) {
  const ran = await on.run(['review', ...args, '--json'], fakeAgents(agents));
  if (ran.stdout === '') throw new Error(ran.stderr);
  return { ...ran, document: JSON.parse(ran.stdout) as ReviewDocument };
}

/** Answers well, but only once four of its kind are at work; gives up where they do not come. */
const together: Script = {
  script: `
import { spawnSync } from 'node:child_process';
import { readdirSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const here = import.meta.dirname;
const giveUp = setTimeout(() => process.exit(1), 30_000);
const all = () => readdirSync(here).filter((name) => name.endsWith('.here')).length >= 4;
const answer = () => {
  watcher.close();
  clearTimeout(giveUp);
  process.exitCode = spawnSync(process.execPath, [${JSON.stringify(resolve('dist/main/fake-agent.js'))}, 'well'], { stdio: 'inherit' }).status ?? 1;
};
const watcher = watch(here, () => all() && answer());
writeFileSync(join(here, process.pid + '.here'), '');
`,
};

const panelOf = ({ decision }: ReviewDocument) => decision?.panel;

describe('a panel', () => {
  it('seats spec and quality of each model at once, and a person decides by default', async () => {
    const on = project();
    const { code, document } = await review(on, { light: 'well', strong: 'well' });
    expect(document.review).toMatchObject({ protocol: 'panel', status: 'escalated' });
    expect(document.opinions.map(({ seat }) => `${seat.role}/${seat.agent ?? ''}`)).toEqual([
      'spec/light',
      'quality/light',
      'spec/strong',
      'quality/strong',
    ]);
    expect(panelOf(document)).toMatchObject({ seats: 4, speculative: true, row: 6, confidence: 1, action: 'human' });
    expect([code, document.decision?.outcome, document.decision?.confidence]).toEqual([3, 'escalated', 100]);
  });

  it('has all four seats at work at the same time in the first review', async () => {
    const { document } = await review(project('  auto_approve: true\n'), { light: together, strong: together });
    expect(document.opinions.map(({ failure }) => failure)).toEqual(Array(4).fill(undefined));
    expect([document.opinions.length, document.decision?.outcome]).toEqual([4, 'approved']);
  });

  it.skipIf(noPseudoTerminal !== undefined)(
    'puts the question to a person with both positions, and what the person says is the decision',
    async () => {
      const on = project();
      const added = await on.runOnTerminal(['agent', 'add', 'dana', '--human', '--json']);
      const { token } = JSON.parse(added.stdout) as { readonly token: string };
      const { document } = await review(on, { light: 'critical', strong: 'well' });
      expect(panelOf(document)).toMatchObject({ row: 5, confidence: 0.4, action: 'human' });
      expect(document.escalation).toMatchObject({ trigger: 'rules', state: 'open', by: 'countersign' });
      expect(document.escalation?.positions).toHaveLength(5);
      const { id } = document.review;
      expect((await on.run(['inbox', '--json'])).stdout).toContain(id);
      const decide = ['decide', id, '--approve', '--note', 'light is mistaken', '--json'];
      expect((await on.run(decide)).code).toBe(2);
      const decided = await on.run(decide, { COUNTERSIGN_TOKEN: token });
      expect([decided.code, JSON.parse(decided.stdout)]).toMatchObject([
        0,
        { review: { status: 'approved' }, decision: { outcome: 'approved' } },
      ]);
      expect((await on.run(['inbox', '--json'])).stdout).not.toContain(id);
      expect((await on.run(['replay'])).code).toBe(0);
    },
  );

  it('approves by itself with auto_approve, with notes where only minor findings stand', async () => {
    const on = project('  auto_approve: true\n');
    const clean = await review(on, { light: 'well', strong: 'well' });
    expect([clean.code, clean.document.decision?.outcome]).toEqual([0, 'approved']);
    const noted = await review(on, { light: 'well', strong: 'minor' });
    expect([noted.code, panelOf(noted.document)?.row]).toEqual([0, 7]);
    expect(noted.document.findings).toMatchObject([{ severity: 'minor' }, { severity: 'minor' }].slice(0, 1));
  });

  it('says how far its models said the same before, and has them count for fewer votes', async () => {
    const on = project();
    const doubtful = Array.from({ length: 24 }, (_, index) => `export const n${index} = ${index}; // TODO ${index}\n`);
    on.commit('feat: count', { 'src/count.js': doubtful.join('') });
    const first = await review(on, { light: 'picky', strong: 'picky' });
    expect(panelOf(first.document)).toMatchObject({ row: 2, confidence: 0.9 });
    expect(panelOf(first.document)).not.toHaveProperty('votes');
    on.commit('feat: sum', { 'src/sum.js': 'export const sum = (a, b) => a + b; // TODO overflow\n' });
    const second = await review(on, { light: 'picky', strong: 'picky' });
    expect(panelOf(second.document)).toMatchObject({
      ...{ row: 2, confidence: 0.7 },
      votes: { models: 2, effective: 1, pairs: [{ models: ['light', 'strong'], both: 24, findings: 24 }] },
    });
    const shown = await on.run(['show', second.document.review.id]);
    expect(shown.stdout).toMatch(/Votes\s+1 effective of 2: light and strong raised 24 of 24 findings\s+alike/);
    expect(await on.run(['replay'])).toMatchObject({ code: 0 });
    expect(await on.run(['verify'])).toMatchObject({ code: 0 });
    expect(JSON.parse((await on.run(['rebuild', '--json'])).stdout)).toMatchObject({ differences: [] });
  });

  it('sends back by itself with auto_reject where both agree on a critical finding', async () => {
    const { code, document } = await review(project('  auto_reject: true\n'), {
      light: 'critical',
      strong: 'critical',
    });
    expect([code, document.decision?.outcome]).toEqual([1, 'changes_requested']);
    expect(panelOf(document)).toMatchObject({ row: 2, confidence: 0.9, action: 'auto_reject' });
    expect(panelOf(document)?.stages).toMatchObject([
      { stage: 'spec', result: 'fail', counts: [{ category: 'agreed', count: 1, severity: 'critical' }, {}, {}, {}] },
      { stage: 'quality', result: 'discarded' },
    ]);
  });

  it('with a seat that says nothing approves nothing, and a person is asked', async () => {
    const { code, document } = await review(project('  auto_approve: true\n'), { light: 'crash', strong: 'well' });
    expect([code, document.decision?.outcome, document.review.status]).toEqual([3, 'inconclusive', 'escalated']);
    expect(panelOf(document)).toMatchObject({ row: 1, confidence: 0 });
  });

  it('asks spec first where the policy does not want to guess, and quality only if it passed', async () => {
    const on = project('  speculative_quality: false\n');
    const { document } = await review(on, { light: 'critical', strong: 'critical' });
    expect(document.opinions.map(({ seat }) => seat.role)).toEqual(['spec', 'spec']);
    expect(panelOf(document)).toMatchObject({ seats: 2, speculative: false });
    const passed = await review(on, { light: 'well', strong: 'well' });
    expect(passed.document.opinions.map(({ seat }) => seat.role)).toEqual(['spec', 'spec', 'quality', 'quality']);
  });

  it('of a single model has two seats', async () => {
    const on = project('  strategy: single\n  single_model: strong\n  auto_reject: true\n');
    const { document } = await review(on, { light: 'well', strong: 'critical' });
    expect(document.opinions).toHaveLength(2);
    expect(panelOf(document)).toMatchObject({ strategy: 'single', row: 2, confidence: 0.7, action: 'auto_reject' });
  });

  it('needs no policy where the caller names protocol and models; the last is the strongest', async () => {
    const on = new Project();
    on.commit('chore: begin', { 'README.md': '# Sums\n' });
    on.commit('feat: add', cleanChange);
    const args = ['--protocol', 'panel', '--panel', 'light,strong'];
    const { document } = await review(on, { light: 'well', strong: 'critical' }, ...args);
    expect(panelOf(document)).toMatchObject({ row: 4, confidence: 0.7, action: 'human' });
  });

  it('of the embedded reviewers works with no agent at all', async () => {
    const on = new Project();
    on.commit('chore: begin', { 'README.md': '# Sums\n' });
    on.commit('feat: add', cleanChange);
    const { document } = await review(on, {}, '--protocol', 'panel', '--panel', 'embedded');
    expect(panelOf(document)).toMatchObject({ strategy: 'single', row: 6, confidence: 1 });
    expect(panelOf(document)?.stages.map(({ result }) => result)).toEqual(['pass', 'pass']);
  });

  it('lets the policy alone name the models', async () => {
    const refused = await project().run(['review', '--panel', 'light'], fakeAgents({ light: 'well' }));
    expect([refused.code, refused.stderr.includes('the policy names the models')]).toEqual([2, true]);
  });

  it('gives its author no seat, and is inconclusive then', async () => {
    const { document } = await review(project(), { light: 'well', strong: 'well' }, '--creator', 'light');
    expect(document.opinions.map(({ seat }) => seat.agent)).toEqual(['strong', 'strong']);
    expect(panelOf(document)).toMatchObject({ row: 1 });
  });

  it('is explained, replayed and rebuilt byte for byte', async () => {
    const on = project();
    const { document } = await review(on, { light: 'critical', strong: 'critical' });
    const explained = await on.run(['explain']);
    expect(explained.stdout).toContain('panel.row_2');
    expect(explained.stdout).toContain('panel.quality.light');
    expect((await on.run(['replay'])).code).toBe(0);
    expect((await on.run(['rebuild'])).code).toBe(0);
    const again = JSON.parse((await on.run(['show', '--json'])).stdout) as ReviewDocument;
    expect(again).toEqual(document);
  });

  it('reports strategy, confidence, auto-decision and counts by stage, as text and as Markdown', async () => {
    const on = project();
    await review(on, { light: 'well', strong: 'minor' });
    const text = (await on.run(['show'])).stdout;
    expect(text).toContain('Panel: Speculative parallel (4 seats)');
    expect(text).toContain('High (0.85): all pass, minor findings only');
    expect(text).toMatch(/strong-only +1 +minor +noted, not blocking/u);
    const markdown = (await on.run(['show', '--format', 'markdown'])).stdout;
    expect(markdown).toContain('**Strategy:** Speculative parallel (4 seats)');
    expect(markdown).toContain('| strong-only | 1 | minor | noted, not blocking |');
  });
});
