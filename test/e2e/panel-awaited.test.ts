import { expect, it } from 'vitest';
import type { ReviewDocument } from '../../src/application/queries/document.js';
import { seatName } from '../../src/domain/model/seat.js';
import { McpSession, recordOf } from '../kit/mcp-session.js';
import { Project } from '../kit/project.js';
import { fakeAgents } from '../kit/agent-configuration.js';

const policy = `
protocol: panel
agents:
  light: { driver: command }
  watcher: { driver: mcp }
review:
  parallel_models: [light, watcher]
  auto_approve: true
criteria:
  '*':
    required:
      - correct: 'It does what it says'
`;

const pause = () => new Promise((settle) => setImmediate(settle));

it('countersign review waits for an agent that answers its seats over MCP', async () => {
  const project = new Project();
  project.commit('chore: base', { '.countersign/policy.yaml': policy, 'a.ts': 'export const one = 1;\n' });
  project.git('checkout', '--quiet', '-b', 'topic');
  project.commitAs('maker', 'feat: two', { 'a.ts': 'export const one = 2;\n' });
  const added = await project.run(['agent', 'add', 'watcher', '--json']);
  const { token } = JSON.parse(added.stdout) as { token: string };
  const reviewing = project.run(
    ['review', '--base', 'main', '--creator', 'maker', '--json'],
    fakeAgents({ light: 'well' }),
  );
  const watcher = await McpSession.start(project, token);
  for (let answered = 0; answered < 2;) {
    const { reviews } = await watcher.done('list_reviews', { mine: 'to_do' });
    const [row] = Array.isArray(reviews) ? (reviews as unknown[]) : [];
    if (row === undefined) {
      await pause();
      continue;
    }
    const started = await watcher.done('start_review', {
      review_id: recordOf(row)['id'] ?? recordOf(row)['review_id'],
    });
    expect(started['duty']).toEqual(expect.stringContaining(answered === 0 ? 'specification' : 'quality'));
    await watcher.done('submit_review', {
      ...{ review_id: started['review_id'], nonce: started['nonce'], head_tree: started['head_tree'] },
      ...{ status: 'APPROVED', summary: 'I read all of it.', confidence: 90 },
      ...{ checklist: { correct: true }, findings: [] },
    });
    answered += 1;
  }
  const { code, stdout, stderr } = await reviewing;
  expect(stderr.replaceAll(/\s+/gu, ' ')).toContain('handed out and waited for');
  const document = JSON.parse(stdout) as ReviewDocument;
  expect([code, document.decision?.outcome]).toEqual([0, 'approved']);
  expect(document.opinions.map(({ seat }) => seatName(seat)).toSorted()).toEqual([
    'quality/light@command',
    'quality/watcher@mcp',
    'spec/light@command',
    'spec/watcher@mcp',
  ]);
  expect((await project.run(['replay'])).code).toBe(0);
  expect((await project.run(['verify'])).code).toBe(0);
});
