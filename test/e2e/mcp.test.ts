import { describe, expect, it } from 'vitest';
import { eras } from '../kit/mcp.js';
import { McpSession, recordOf } from '../kit/mcp-session.js';
import { peerProject } from '../kit/peer-project.js';
import { Project } from '../kit/project.js';

/** An opinion on what was started, approving unless told otherwise. */
function opinionOn(started: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>> = {}) {
  const { review_id, nonce, head_tree } = started;
  return {
    ...{ review_id, nonce, head_tree },
    status: 'APPROVED',
    confidence: 92,
    checklist: { correct: true },
    summary: 'It adds, and nothing else.',
    ...more,
  };
}

const complaint = {
  severity: 'important',
  category: 'correctness',
  file: 'sum.ts',
  line: 2,
  quote: 'return a + b + 0;',
  message: 'Adding 0 turns -0 into 0; return the sum itself.',
};

const changes = { status: 'CHANGES_REQUESTED', confidence: 85, checklist: { correct: false }, findings: [complaint] };

describe.each(eras)('two agents in the %s era', (era) => {
  it('review one change between two servers', async () => {
    const { project, tokens } = await peerProject();
    const maker = await McpSession.start(project, tokens.maker, era);
    const critic = await McpSession.start(project, tokens.critic, era);

    expect(await maker.done('check_review_required', { action: 'feature' })).toMatchObject({ needs_review: true });
    const requested = await maker.done('request_review', {
      title: 'Add two numbers',
      change: { kind: 'range', range: 'main..topic' },
      questions: ['Is -0 handled?'],
      confidence: 90,
    });
    expect(requested).toMatchObject({ status: 'pending', reviewer: 'critic', precheck: [] });
    const { review_id } = requested;

    expect(await critic.done('list_reviews', { mine: 'to_do' })).toMatchObject({ reviews: [{ review_id }] });
    const started = await critic.done('start_review', { review_id });
    expect(started).toMatchObject({ page: 1, pages: 1, questions: ['Is -0 handled?'], inventory: ['M sum.ts'] });
    expect(started).toMatchObject({
      files: [{ path: 'sum.ts', diff: expect.stringContaining('2 +  return a + b + 0;') as string }],
    });
    const { contents } = await critic.client.readResource({ uri: `review://${String(review_id)}/packet` });
    expect(JSON.stringify(contents)).toContain('return a + b + 0;');
    expect(JSON.stringify(contents)).not.toContain(started['nonce']);

    const first = await critic.done('submit_review', opinionOn(started, { ...changes, answers: ['No.'] }));
    expect(first).toMatchObject({ success: true, status: 'changes_requested', outcome: 'changes_requested' });

    const seen = await maker.done('get_review', { review_id });
    expect(seen).toMatchObject({ status: 'changes_requested', findings: [{ line: 2, state: 'open' }] });
  });

  it('hear of each other without asking', async () => {
    const { project, tokens } = await peerProject();
    const maker = await McpSession.start(project, tokens.maker, era);
    const critic = await McpSession.start(project, tokens.critic, era);
    const { review_id } = await maker.done('request_review', { change: { kind: 'range', range: 'main..topic' } });
    const uri = `review://${String(review_id)}`;
    const told = new Promise<string>((resolve) => {
      maker.client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri));
    });
    if (era === 'legacy') await maker.client.subscribeResource({ uri });
    else await maker.client.listen({ resourceSubscriptions: [uri] });
    await critic.done('start_review', { review_id });
    expect(await told).toBe(uri);

    const { version } = await maker.done('get_review', { review_id });
    const waiting = maker.done('get_review', { review_id, wait_seconds: 45, since_version: version });
    await critic.done('start_review', { review_id, notes: 'half way' });
    const { nonce } = await critic.done('start_review', { review_id });
    const packet = await critic.done('start_review', { review_id });
    expect(typeof nonce).toBe('string');
    await critic.done('submit_review', opinionOn(packet, { ...changes, answers: [] }));
    expect(await waiting).toMatchObject({ review_id });
  });
});

describe('refusals', () => {
  it('keep everybody to what is theirs', async () => {
    const { project, tokens } = await peerProject();
    const maker = await McpSession.start(project, tokens.maker);
    const critic = await McpSession.start(project, tokens.critic);
    const second = await McpSession.start(project, tokens.second);
    const change = { kind: 'range', range: 'main..topic' };
    expect(await maker.refused('request_review', { change, creator: 'critic' })).toBe('actor_mismatch');
    const { review_id } = await maker.done('request_review', { change });

    expect(await maker.refused('start_review', { review_id })).toBe('own_work');
    expect(await second.refused('start_review', { review_id })).toBe('not_the_reviewer');
    const started = await critic.done('start_review', { review_id });
    expect(await second.refused('submit_review', opinionOn(started))).toBe('not_the_reviewer');
    expect(await critic.refused('submit_review', opinionOn(started, { reviewer: 'second' }))).toBe('actor_mismatch');
    expect(await critic.refused('submit_review', opinionOn(started, { nonce: 'made-up' }))).toBe('nonce_wrong');
    expect(await critic.refused('submit_review', opinionOn(started, { head_tree: '0'.repeat(40) }))).toBe(
      'content_changed',
    );
    const critical = [{ ...complaint, severity: 'critical' }];
    expect(await critic.refused('submit_review', opinionOn(started, { findings: critical }))).toBe(
      'opinion_contradicts',
    );
    expect(await critic.refused('submit_review', { review_id })).toBe('invalid_arguments');
    await critic.done('submit_review', opinionOn(started, changes));
    expect(await critic.refused('submit_review', opinionOn(started, changes))).toBe('nonce_spent');
    expect(await critic.refused('get_review', { review_id: '01ZZZZ' })).toBe('unknown_review');
    expect(await maker.refused('emit_event', { type: 'milestone' })).toBe('no_open_run');
    expect((await maker.done('get_review', { review_id }))['status']).toBe('changes_requested');
  });

  it('say in every tool what is wrong with the token, and the server lives', async () => {
    const { project } = await peerProject();
    const stranger = await McpSession.start(project, 'csk_nobody');
    expect(await stranger.refused('list_reviews', { mine: 'to_do' })).toBe('unknown_token');
    expect(await stranger.refused('request_review')).toBe('unknown_token');
    const nobody = await McpSession.start(project, undefined);
    expect(await nobody.refused('request_review')).toBe('token_needed');
    expect(await nobody.refused('list_reviews', { mine: 'to_do' })).toBe('token_needed');
    expect((await nobody.done('list_reviews'))['reviews']).toEqual([]);
  });
});

describe('several servers', () => {
  it('let one of two answers count that come at the same time', async () => {
    const { project, tokens } = await peerProject();
    const maker = await McpSession.start(project, tokens.maker);
    const one = await McpSession.start(project, tokens.critic);
    const other = await McpSession.start(project, tokens.critic);
    const { review_id } = await maker.done('request_review', { change: { kind: 'range', range: 'main..topic' } });
    const starts = await Promise.all([one, other].map((session) => session.call('start_review', { review_id })));
    const started = starts.findLast(({ isError }) => !isError)?.data ?? {};
    const current = await one.done('start_review', { review_id });
    expect(recordOf(started)['head_tree']).toBe(current['head_tree']);
    const answers = await Promise.all(
      [one, other].map((session) => session.call('submit_review', opinionOn(current, changes))),
    );
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
    const document = JSON.parse((await project.run(['show', String(review_id), '--json'])).stdout) as {
      opinions: unknown[];
    };
    expect(document.opinions).toHaveLength(1);
  });

  it('go on where one was killed between start and submit', async () => {
    const { project, tokens } = await peerProject();
    const maker = await McpSession.start(project, tokens.maker);
    const { review_id } = await maker.done('request_review', { change: { kind: 'range', range: 'main..topic' } });
    const killed = await McpSession.start(project, tokens.critic);
    const started = await killed.done('start_review', { review_id });
    const gone = new Promise<void>((resolve) => (killed.client.onclose = resolve));
    process.kill(killed.pid, 'SIGKILL');
    await gone;
    const next = await McpSession.start(project, tokens.critic);
    expect(await next.done('submit_review', opinionOn(started))).toMatchObject({ status: 'approved' });
    expect((await project.run(['verify'])).code).toBe(0);
  });
});

describe('outside of a repository', () => {
  it('answers with the refusal, and works as soon as there is one', async () => {
    const project = new Project();
    const nowhere = `${project.home}/nowhere`;
    project.write({});
    const { mkdirSync } = await import('node:fs');
    mkdirSync(nowhere);
    const session = await McpSession.start(project, undefined, 'legacy', nowhere);
    expect(await session.refused('list_reviews')).toBe('not_a_repository');
    project.git('init', '--quiet', nowhere);
    expect((await session.done('list_reviews'))['reviews']).toEqual([]);
  });
});
