import { expect, it } from 'vitest';
import { McpSession } from '../kit/mcp-session.js';
import { peerProject, sum } from '../kit/peer-project.js';

const change = { kind: 'range', range: 'main..topic' };
const expressions = ['a + b + 0', 'a - -b', 'b + a * 1', '[a, b].reduce((x, y) => x + y)'];
const complaints = [
  'turns -0 into 0',
  'reads badly: two signs',
  'multiplies for nothing',
  'allocates a list for a sum',
];

it('an agent that comes by MCP is told each attempt until the cap, then what remains', async () => {
  const { project, tokens } = await peerProject();
  const maker = await McpSession.start(project, tokens.maker);
  const critic = await McpSession.start(project, tokens.critic);
  const { review_id } = await maker.done('request_review', { change });
  for (const [round, complaint] of complaints.entries()) {
    const { nonce, head_tree, to_verify = [] } = await critic.done('start_review', { review_id });
    await critic.done('submit_review', {
      ...{ review_id, nonce, head_tree, summary: 'No.', confidence: 85, checklist: { correct: true } },
      status: 'CHANGES_REQUESTED',
      findings: [{ severity: 'important', category: 'correctness', file: 'sum.ts', line: 2, message: complaint }],
      verified: (to_verify as readonly { readonly id: string }[]).map(({ id }) => ({
        finding_id: id,
        outcome: 'fixed',
      })),
    });
    const attempt = round + 1;
    const { status, fix, escalation, next } = await maker.done('get_review', { review_id });
    if (attempt > 3) {
      expect({ status, fix, escalation }).toMatchObject({
        status: 'escalated',
        fix: {
          ...{ state: 'stopped', attempt: 3, of: 3, reason: 'cap' },
          request: `Stopped: 3 of 3 revisions used and still not approved\nRemaining:\n- important at sum.ts:2: ${complaint}`,
        },
        escalation: { reason: expect.stringContaining(complaint) as string },
      });
      break;
    }
    expect(next).toContain('mend what `fix` asks for');
    expect(fix).toEqual({
      ...{ state: 'asked', attempt, of: 3, turns: 10 },
      request: `Fix attempt ${attempt} of 3.\nYou have 10 turns for it.\nFindings:\n- important at sum.ts:2: ${complaint}`,
    });
    project.commitAs('maker', `fix: ${complaint}`, { 'sum.ts': sum(expressions[attempt] ?? '') });
    const revised = await maker.done('request_re_review', { review_id, change, changes_made: 'Mended.', turns: 2 });
    expect(revised).toMatchObject({ fix: { state: 'handed_in', attempt, of: 3 } });
  }
  const shown = await project.run(['show', String(review_id)]);
  expect(shown.stdout).toContain('Stopped after 3 of 3 fix attempts, cap:');
  expect((await project.run(['replay'])).code).toBe(0);
});
