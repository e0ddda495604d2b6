import { expect, it } from 'vitest';
import { McpSession } from '../kit/mcp-session.js';
import { Project } from '../kit/project.js';

async function team() {
  const project = new Project().commit('chore: base', { 'a.ts': 'export const a = 1;\n' });
  const add = async (name: string) => {
    const { stdout } = await project.run(['agent', 'add', name, '--json']);
    return { COUNTERSIGN_TOKEN: (JSON.parse(stdout) as { token: string }).token };
  };
  const tokens = { claude: await add('claude'), codex: await add('codex'), gemini: await add('gemini') };
  const started = await project.run(['run', 'start', '--agents', 'claude,codex,gemini', '--json']);
  const { run } = JSON.parse(started.stdout) as { run: { id: string } };
  return { project, tokens, id: run.id };
}

it('two processes that tell of something at once open one cycle', { timeout: 120_000 }, async () => {
  const { project, tokens } = await team();
  const told = await Promise.all([
    project.run(['run', 'event', '--type', 'milestone', '--summary', 'tokens work'], tokens.claude),
    project.run(['run', 'event', '--type', 'blocker', '--summary', 'no schema'], tokens.codex),
    project.run(['run', 'trigger']),
  ]);
  expect(told.map(({ code }) => code)).toEqual([0, 0, 0]);
  const { stdout } = await project.run(['run', 'show', '--json']);
  const { run } = JSON.parse(stdout) as { run: { cycles: unknown[] } };
  expect(run.cycles).toHaveLength(1);
  expect((await project.run(['verify'])).code).toBe(0);
});

it(
  'agents answer over MCP in the shape of the request, and two concerns bring the prompt',
  { timeout: 120_000 },
  async () => {
    const { project, tokens, id } = await team();
    const open = (name: keyof typeof tokens) => McpSession.start(project, tokens[name].COUNTERSIGN_TOKEN);
    const [claude, codex, gemini] = [await open('claude'), await open('codex'), await open('gemini')];
    await claude.done('emit_event', { type: 'milestone', summary: 'Implemented auth_controller.py with JWT support.' });
    const { runs } = await codex.done('list_reviews', { mine: 'to_do' });
    expect(runs).toMatchObject([
      {
        run_id: id,
        request: {
          type: 'review_request',
          reviewer: 'codex',
          targets: ['claude', 'gemini'],
          context: { claude_summary: 'Implemented auth_controller.py with JWT support.' },
          max_words: 200,
        },
      },
    ]);
    const result = (verdict: string) => ({
      type: 'review_result',
      cycle: 1,
      payload: { verdict, summary: 'I read it.' },
    });
    expect(await codex.refused('emit_event', { ...result('approved'), reviewer: 'gemini' })).toBe('actor_mismatch');
    await codex.done('emit_event', result('concerns'));
    await gemini.done('emit_event', result('concerns'));
    const last = await claude.done('emit_event', result('approved'));
    expect(last).toMatchObject({ status: 'paused', cause: 'concerns', clarification: { cycle: 1 } });
    expect(last['next']).toContain('codex and gemini have concerns');
    expect((await project.run(['run', 'show'])).code).toBe(3);
    expect((await project.run(['replay'])).code).toBe(0);
  },
);

/** The answer of the design's own schema, on the command line. */
const answer = (payload: object) => ({
  type: 'review_result',
  reviewer: 'codex',
  timestamp: '2026-02-27T11:30:00Z',
  payload: { summary: 'The hash has no salt.', ...payload },
});

it('an answer in the shape of the response counts as it stands, and only from its reviewer', async () => {
  const { project, tokens } = await team();
  await project.run(['run', 'event', '--type', 'milestone', '--summary', 'tokens work'], tokens.claude);
  const issues = [{ severity: 'high', description: 'MD5', file: 'auth_controller.py' }];
  project.write({ 'answer.json': JSON.stringify(answer({ verdict: 'blocker', issues })) });
  const respond = (token: Readonly<Record<string, string>>) =>
    project.run(['run', 'respond', '--file', 'answer.json', '--json'], token);
  expect((await respond(tokens.gemini)).stdout).toContain('actor_mismatch');
  expect((await respond(tokens.codex)).code).toBe(3);
  const { stdout } = await project.run(['run', 'show', '--json']);
  const { run } = JSON.parse(stdout) as { run: { status: string; issues: unknown[] } };
  expect(run).toMatchObject({ status: 'paused', issues: [{ file: 'auth_controller.py', reviewer: 'codex' }] });
});

it('an answer with another word than the three verdicts is refused, and what was expected is said', async () => {
  const { project, tokens } = await team();
  await project.run(['run', 'event', '--type', 'milestone', '--summary', 'tokens work'], tokens.claude);
  project.write({ 'answer.json': JSON.stringify(answer({ verdict: 'looks good' })) });
  const ran = await project.run(['run', 'respond', '--file', 'answer.json'], tokens.codex);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain('expected approved, concerns, blocker');
  const { stdout } = await project.run(['run', 'show', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ run: { status: 'running', cycles: [{ answers: [] }] } });
});
