import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cleanChange } from '../kit/clean-change.js';
import { Project } from '../kit/project.js';

/** A change that was approved, and the id of its commit. */
async function approved(on = new Project().commit('chore: begin', { 'README.md': '# Sums\n' })) {
  on.commit('feat: add', cleanChange);
  const { document } = await on.review('HEAD', '--no-skip');
  expect(document.review.status).toBe('approved');
  return { on, id: document.review.id, commit: on.git('rev-parse', 'HEAD').trim() };
}

interface Reverts {
  readonly reverts: readonly { readonly review: string; readonly revert: string; readonly commit: string }[];
}

async function scan(on: Project): Promise<Reverts['reverts']> {
  const { code, stdout } = await on.run(['outcomes', 'scan', '--json']);
  expect(code).toBe(0);
  return (JSON.parse(stdout) as Reverts).reverts;
}

async function outcomes(on: Project, id: string) {
  const { stdout } = await on.run(['log', id, '--json']);
  const { events } = JSON.parse(stdout) as {
    readonly events: readonly { readonly type: string; readonly data: object }[];
  };
  return events.filter(({ type }) => type === 'outcome_reported').map(({ data }) => data);
}

describe('reverts in the history of git', () => {
  it('are reported once for the review of what they revert, as found and said by nobody', async () => {
    const { on, id, commit } = await approved();
    expect(await scan(on)).toEqual([]);
    on.git('revert', '--no-edit', 'HEAD');
    const revert = on.git('rev-parse', 'HEAD').trim();
    expect(await scan(on)).toEqual([{ review: id, revert, commit }]);
    // While the branch stands still no git is started: none is there.
    expect(await on.run(['outcomes', 'scan'], { PATH: '/nowhere' })).toMatchObject({
      code: 0,
      stdout: 'Nothing new was reverted.\n',
    });
    expect(await outcomes(on, id)).toMatchObject([
      { kind: 'revert', by: 'countersign', found: { commit: revert, reverts: commit, ref: 'refs/heads/main' } },
    ]);
    const metrics = JSON.parse((await on.run(['metrics', '--json'])).stdout) as {
      figures: { name: string; value: number }[];
    };
    expect(metrics.figures).toContainEqual(expect.objectContaining({ name: 'approved without a later bug', value: 0 }));
    // A marker that was lost has them read again, and nothing is reported twice.
    on.git('commit', '--quiet', '--allow-empty', '--message', 'chore: go on');
    rmSync(`${on.directory}/.git/countersign/reverts-read`);
    expect(await scan(on)).toEqual([]);
    expect((await on.run(['verify'])).code).toBe(0);
  });

  it('are found however many commits came since', async () => {
    const { on, id, commit } = await approved();
    expect(await scan(on)).toEqual([]);
    on.git('revert', '--no-edit', 'HEAD');
    const revert = on.git('rev-parse', 'HEAD').trim();
    const one = (at: number) => `commit refs/heads/main\ncommitter A <a@x> ${1e9 + at} +0000\ndata 1\nx\n`;
    const first = one(0) + `from refs/heads/main^0\n`;
    const input = first + Array.from({ length: 6_000 }, (_, at) => one(at + 1)).join('');
    const made = spawnSync('git', ['fast-import', '--quiet'], { cwd: on.directory, input });
    expect([made.status, made.stderr.toString()]).toEqual([0, '']);
    expect(await scan(on)).toEqual([{ review: id, revert, commit }]);
  });

  it('are found of a merge, and of a commit that a squash made with the same content', async () => {
    const on = new Project().commit('chore: begin', { 'README.md': '# Sums\n' });
    on.git('switch', '--quiet', '--create', 'topic');
    const { id } = await approved(on);
    on.git('switch', '--quiet', 'main');
    on.commit('docs: say more', { 'MORE.md': 'more\n' });
    on.git('merge', '--quiet', '--no-ff', '--no-edit', 'topic');
    on.git('revert', '--no-edit', '--mainline', '1', 'HEAD');
    expect((await scan(on)).map(({ review }) => review)).toEqual([id]);

    const other = new Project().commit('chore: begin', { 'README.md': '# Sums\n' });
    other.git('switch', '--quiet', '--create', 'topic');
    const squashed = await approved(other);
    other.git('switch', '--quiet', 'main');
    other.git('merge', '--quiet', '--squash', 'topic');
    other.git('commit', '--quiet', '--message', 'feat: add (#1)');
    other.git('revert', '--no-edit', 'HEAD');
    expect((await scan(other)).map(({ review }) => review)).toEqual([squashed.id]);
  });

  it('count for nothing on a branch of its own, or where a change took back a commit of its own', async () => {
    const { on, id } = await approved();
    on.git('switch', '--quiet', '--create', 'topic');
    on.git('revert', '--no-edit', 'HEAD');
    expect(await scan(on)).toEqual([]);
    expect(await outcomes(on, id)).toEqual([]);

    const other = new Project().commit('chore: begin', { 'README.md': '# Sums\n' });
    other.commit('feat: try', { 'TRY.md': 'try\n' });
    other.git('revert', '--no-edit', 'HEAD');
    other.commit('feat: add', cleanChange);
    const { document } = await other.review('HEAD~3..HEAD', '--no-skip');
    expect(document.review.status).toBe('approved');
    expect(await scan(other)).toEqual([]);
  });

  it('approve nothing: a message that lies about a review takes trust away and gives none', async () => {
    const { on, id, commit } = await approved();
    on.commit('fix: other', { 'README.md': '# Sum\n' });
    const { document } = await on.review('HEAD', '--no-skip');
    const { status } = document.review;
    on.commit(`chore: lie\n\nThis reverts commit ${commit}.\nThis reverts commit ${'0'.repeat(40)}.\n`);
    expect((await scan(on)).map(({ review }) => review)).toEqual([id]);
    const shown = async (review: string) => (await on.run(['show', review, '--json'])).stdout;
    expect(JSON.parse(await shown(id))).toMatchObject({ review: { status: 'approved' } });
    expect(JSON.parse(await shown(document.review.id))).toMatchObject({ review: { status } });
    expect((await on.run(['replay'])).code).toBe(0);
  });
});
