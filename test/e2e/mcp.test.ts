import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clientKinds } from '../kit/mcp-agent-client.js';
import { McpSession, recordOf } from '../kit/mcp-session.js';
import { peerProject, sum } from '../kit/peer-project.js';
import { Project } from '../kit/project.js';
import { noPseudoTerminal } from '../kit/pseudo-terminal.js';

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

const change = { kind: 'range', range: 'main..topic' };

describe.each(clientKinds)('agents with clients of kind %s', (kind) => {
  it('review, contest, judge, mend, verify and approve one change, each through a server of its own', async () => {
    const { project, tokens } = await peerProject();
    const [maker, critic, second] = await Promise.all([
      McpSession.start(project, tokens.maker, kind),
      McpSession.start(project, tokens.critic, kind),
      McpSession.start(project, tokens.second, kind),
    ]);
    expect(await maker.done('check_review_required', { action: 'feature' })).toMatchObject({ needs_review: true });
    const requested = await maker.done('request_review', {
      title: 'Add two numbers',
      change,
      questions: ['Is -0 handled?'],
      confidence: 90,
    });
    expect(requested).toMatchObject({ status: 'pending', reviewer: 'critic', precheck: [] });
    const { review_id } = requested;

    expect(await critic.done('list_reviews', { mine: 'to_do' })).toMatchObject({ reviews: [{ review_id }] });
    const started = await critic.done('start_review', { review_id });
    expect(started).toMatchObject({
      ...{ page: 1, pages: 1, questions: ['Is -0 handled?'], inventory: ['M sum.ts'] },
      files: [{ path: 'sum.ts', diff: expect.stringContaining('2 +  return a + b + 0;') as string }],
    });
    const packet = JSON.stringify(await critic.client.readResource(`review://${String(review_id)}/packet`));
    expect(packet).toContain('return a + b + 0;');
    expect(packet).not.toContain(started['nonce']);
    // A blind first look: nothing of what the creator says of the change or of its confidence.
    expect(JSON.stringify([started, packet])).not.toMatch(/Add two numbers|confidence":\s*90/u);

    const first = await critic.done('submit_review', opinionOn(started, { ...changes, answers: ['No.'] }));
    expect(first).toMatchObject({ success: true, status: 'changes_requested', outcome: 'changes_requested' });
    const seen = await maker.done('get_review', { review_id });
    expect(seen).toMatchObject({ status: 'changes_requested', findings: [{ line: 2, state: 'open' }] });
    const finding_id = firstFinding(seen);

    await maker.done('contest_finding', { finding_id, argument: 'Nobody passes -0.', evidence: ['sum.ts:1'] });
    expect(await critic.refused('start_review', { review_id })).not.toBe(undefined);
    const judging = await second.done('start_review', { review_id });
    expect(judging).toMatchObject({ to_judge: [{ id: finding_id, argument: 'Nobody passes -0.' }] });
    const judged = [{ finding_id, outcome: 'upheld', reason: 'It is exported.' }];
    await second.done('submit_review', opinionOn(judging, { judged, answers: ['No.'] }));
    expect(await maker.done('get_review', { review_id })).toMatchObject({ findings: [{ state: 'open' }] });

    project.commitAs('maker', 'fix: return the sum itself', { 'sum.ts': sum('a + b') });
    const mended = { review_id, change, changes_made: 'Returns the sum itself.', fixed: [finding_id] };
    const revised = await maker.done('request_re_review', mended);
    expect(revised).toMatchObject({ status: 'pending_re_review', reviewer: 'critic' });
    const again = await critic.done('start_review', { review_id });
    expect(again).toMatchObject({ revision_count: 1, changed_since: ['sum.ts'], to_verify: [{ id: finding_id }] });
    const verified = [{ finding_id, outcome: 'fixed' }];
    const approval = opinionOn(again, { verified, answers: ['Yes.'] });
    expect(await critic.done('submit_review', approval)).toMatchObject({ status: 'approved', outcome: 'approved' });
    expect(await maker.done('get_review', { review_id })).toMatchObject({ status: 'approved', revision_count: 1 });
    const outcome = { review_id, kind: 'clean', note: 'Ran for a week.' };
    expect(await maker.done('report_outcome', outcome)).toMatchObject({ recorded: true });
    expect(await maker.done('get_review_metrics')).toMatchObject({ total_reviews: 1, approved: 1 });
    expect((await project.run(['verify'])).code).toBe(0);
    expect((await project.run(['replay'])).code).toBe(0);
  });

  it('hear of each other without asking', async () => {
    const { project, tokens } = await peerProject();
    const maker = await McpSession.start(project, tokens.maker, kind);
    const critic = await McpSession.start(project, tokens.critic, kind);
    const { review_id } = await maker.done('request_review', { change });
    const uri = `review://${String(review_id)}`;
    const { told } = await maker.client.listen(uri);
    await critic.done('start_review', { review_id });
    expect(await told).toBe(uri);

    const { version } = await maker.done('get_review', { review_id });
    const waiting = maker.done('get_review', { review_id, wait_seconds: 45, since_version: version });
    await critic.done('start_review', { review_id, notes: 'half way' });
    const packet = await critic.done('start_review', { review_id });
    await critic.done('submit_review', opinionOn(packet, changes));
    expect(await waiting).toMatchObject({ status: 'changes_requested' });
  });
});

describe.skipIf(noPseudoTerminal !== undefined)(
  `a person${noPseudoTerminal === undefined ? '' : ` (skipped: ${noPseudoTerminal})`}`,
  () => {
    it('decides on the command line what an agent escalated, and the agents see it', async () => {
      const { project, tokens } = await peerProject();
      const added = await project.runOnTerminal(['agent', 'add', 'eve', '--human', '--json']);
      const eve = { COUNTERSIGN_TOKEN: (JSON.parse(added.stdout) as { token: string }).token };
      const maker = await McpSession.start(project, tokens.maker);
      const critic = await McpSession.start(project, tokens.critic, 'modern');
      const { review_id } = await maker.done('request_review', { change });
      const id = String(review_id);
      await critic.done('submit_review', opinionOn(await critic.done('start_review', { review_id }), changes));
      const { version } = await maker.done('get_review', { review_id });
      const escalated = await maker.done('escalate_review', {
        review_id,
        reason: 'creator_disagrees',
        creator_argument: 'The sign of zero is of no interest here.',
      });
      expect(escalated).toMatchObject({ status: 'escalated', escalated: true });
      expect(escalated['deadline']).toEqual(expect.any(String));

      const inbox = await project.run(['inbox', '--json']);
      expect(inbox.stdout).toContain(id);
      const decide = ['decide', id, '--approve', '--note', 'The sign of zero does not matter to us.'];
      // Neither an agent's token nor none makes a person.
      expect((await project.run(decide, { COUNTERSIGN_TOKEN: tokens.critic })).code).toBe(2);
      expect((await project.run(decide)).code).toBe(2);
      const waiting = maker.done('get_review', { review_id, wait_seconds: 45, since_version: version });
      expect((await waiting)['status']).toBe('escalated');
      const decided = await project.run(decide, eve);
      expect([decided.stderr, decided.code]).toEqual(['', 0]);
      expect(await maker.done('get_review', { review_id })).toMatchObject({ status: 'approved', outcome: 'approved' });
      expect(await critic.done('get_review', { review_id })).toMatchObject({ status: 'approved' });
    });
  },
);

function firstFinding({ findings }: Readonly<Record<string, unknown>>): unknown {
  return Array.isArray(findings) ? recordOf(findings[0])['id'] : undefined;
}

describe('refusals', () => {
  it('keep everybody to what is theirs', async () => {
    const { project, tokens } = await peerProject();
    const maker = await McpSession.start(project, tokens.maker);
    const critic = await McpSession.start(project, tokens.critic);
    const second = await McpSession.start(project, tokens.second);
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

describe('an attempt without a credential', () => {
  it('is refused and stays on record with the review, however often it is made', async () => {
    const { project, tokens } = await peerProject();
    const maker = await McpSession.start(project, tokens.maker);
    const { review_id } = await maker.done('request_review', { change });
    const nobody = await McpSession.start(project, undefined);
    const stranger = await McpSession.start(project, 'csk_nobody');
    for (let time = 1; time <= 3; time += 1) {
      expect(await nobody.refused('start_review', { review_id })).toBe('token_needed');
      expect(await stranger.refused('start_review', { review_id })).toBe('unknown_token');
    }
    expect(await nobody.refused('request_re_review', { review_id })).toBe('token_needed');
    expect(await nobody.refused('contest_finding', { finding_id: '0'.repeat(12) })).toBe('token_needed');
    expect(await nobody.refused('escalate_review', { review_id: '01ZZZZ' })).toBe('token_needed');
    expect(await nobody.refused('request_review', { change })).toBe('token_needed');
    const { stdout } = await project.run(['log', String(review_id), '--json']);
    const { events } = JSON.parse(stdout) as { events: { type: string; data: unknown }[] };
    const actor: unknown = expect.any(String);
    expect(events.filter(({ type }) => type === 'attempt_refused').map(({ data }) => data)).toEqual([
      { verb: 'start', code: 'token_needed', actor },
      { verb: 'start', code: 'unknown_token', actor },
      { verb: 'revise', code: 'token_needed', actor },
    ]);
    expect(stdout).not.toContain('csk_nobody');
  });
});

describe('several servers', () => {
  it('let one of two answers count that come at the same time', async () => {
    const { project, tokens } = await peerProject();
    const maker = await McpSession.start(project, tokens.maker);
    const one = await McpSession.start(project, tokens.critic);
    const other = await McpSession.start(project, tokens.critic);
    const { review_id } = await maker.done('request_review', { change });
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
    const { review_id } = await maker.done('request_review', { change });
    const killed = await McpSession.start(project, tokens.critic);
    const started = await killed.done('start_review', { review_id });
    await killed.kill();
    const next = await McpSession.start(project, tokens.critic);
    expect(await next.done('submit_review', opinionOn(started))).toMatchObject({ status: 'approved' });
    expect((await project.run(['verify'])).code).toBe(0);
  });

  it('lose nothing that was answered, and half of nothing, when one is killed under a call', async () => {
    const { project, tokens } = await peerProject();
    const maker = await McpSession.start(project, tokens.maker);
    const { review_id } = await maker.done('request_review', { change });
    const watching = maker.done('get_review', { review_id, wait_seconds: 45 }).catch(() => 'cut off');
    const critic = await McpSession.start(project, tokens.critic);
    const started = await critic.done('start_review', { review_id });
    const cut = critic.call('submit_review', opinionOn(started, changes)).then(
      ({ isError }) => (isError ? 'refused' : 'answered'),
      () => 'cut off',
    );
    await Promise.all([critic.kill(), maker.kill()]);
    const [answer] = await Promise.all([cut, watching]);
    const next = await McpSession.start(project, tokens.critic);
    const { status, findings } = await next.done('get_review', { review_id });
    const whole = status === 'changes_requested';
    expect(answer === 'answered' ? whole : ['in_progress', 'changes_requested'].includes(String(status))).toBe(true);
    expect(findings).toHaveLength(whole ? 1 : 0);
    const once = opinionOn(started, changes);
    if (whole) expect(await next.refused('submit_review', once)).toBe('nonce_spent');
    else expect(await next.done('submit_review', once)).toMatchObject({ status: 'changes_requested' });
    expect((await project.run(['verify'])).code).toBe(0);
  });
});

describe('outside of a repository', () => {
  it('answers with the refusal, and works as soon as there is one', async () => {
    const project = new Project();
    const nowhere = `${project.home}/nowhere`;
    mkdirSync(nowhere);
    const session = await McpSession.start(project, undefined, 'legacy', nowhere);
    expect(await session.refused('list_reviews')).toBe('not_a_repository');
    project.git('init', '--quiet', nowhere);
    expect((await session.done('list_reviews'))['reviews']).toEqual([]);
  });
});
