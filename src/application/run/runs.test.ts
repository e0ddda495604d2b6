import { describe, expect, it } from 'vitest';
import type { CycleVerdict } from '../../domain/model/run.js';
import { done, Team } from '../../../test/kit/runs.js';
import { listRuns, ownRuns, showRun } from './look.js';
import { resumeRun, stopRun } from './settle.js';
import { startRun } from './start.js';
import { answerCycle, emitEvent, triggerCycle } from './talk.js';

describe('a run, and what opens a cycle', () => {
  it.each([['milestone'], ['blocker'], ['request_review']] as const)(
    '%s asks every agent about all others',
    async (kind) => {
      const team = await Team.of();
      await team.start();
      const view = await team.event('ada', kind, 'The controller checks tokens');
      expect(view).toMatchObject({ status: 'running', cycle: 1 });
      const [own] = done(await ownRuns(team.as('bo')));
      expect(own?.request).toEqual({
        type: 'review_request',
        reviewer: 'bo',
        targets: ['ada', 'cy'],
        context: { ada_summary: 'The controller checks tokens', cy_summary: 'Nothing was reported yet.' },
        focus_areas: ['Security vulnerabilities', 'Spec compliance', 'Integration correctness'],
        max_words: 200,
        cycle: 1,
        dueAt: 30 * 60_000,
      });
      expect((await team.run()).cycles[0]).toMatchObject({ trigger: kind, by: 'ada', asked: ['ada', 'bo', 'cy'] });
    },
  );

  it('a person asks by hand', async () => {
    const team = await Team.of();
    const { id } = await team.start();
    await triggerCycle(team.as('dana'), { run: id });
    expect((await team.run()).cycles[0]).toMatchObject({ trigger: 'user_manual', by: 'dana' });
  });

  it('15 minutes without a word of any agent do, exactly once, and not a minute before', async () => {
    const team = await Team.of();
    await team.start();
    expect(await team.pass(14)).toBe(0);
    expect(await team.pass(1)).toBe(1);
    expect(await team.pass(0)).toBe(0);
    expect((await team.run()).cycles).toHaveLength(1);
    expect((await team.run()).cycles[0]).toMatchObject({ trigger: 'timeout_fallback', by: 'countersign' });
  });

  it('any word of an agent ends the silence', async () => {
    const team = await Team.of();
    await team.start();
    await team.cycle('approved', 'approved', 'approved');
    await team.pass(10);
    const { timerSince } = await team.run();
    expect(timerSince).toBe(0);
    await team.event('bo', 'milestone');
    expect((await team.run()).timerSince).toBe(10 * 60_000);
  });

  it('two triggers open one cycle, and what the second says is shown in the next', async () => {
    const team = await Team.of();
    await team.start();
    await team.event('ada', 'milestone');
    await team.event('bo', 'blocker', 'The schema is unknown');
    await triggerCycle(team.as('dana'), { run: 'R1' });
    expect((await team.run()).cycles).toHaveLength(1);
    const [first = '', ...others] = team.agents;
    expect(await team.answer(first, 'approved')).toMatchObject({ cycle: 1, decision: null });
    const told = [];
    for (const agent of others) told.push(await team.answer(agent, 'approved'));
    // Whoever answers last learns how it ended.
    expect(told.at(-1)).toMatchObject({ cycle: 1, decision: { action: 'continue', open: [] } });
    await team.event('ada', 'milestone');
    const [, second] = (await team.run()).cycles;
    expect(second?.summaries['bo']).toBe('The schema is unknown');
  });
});

describe('the four rules on a run', () => {
  it('1: a blocker pauses at once, tells a person, and waits for the override', async () => {
    const team = await Team.of();
    await team.start();
    await team.event('ada', 'milestone');
    const view = await team.answer('bo', 'blocker');
    expect(view).toMatchObject({ status: 'paused', cause: 'blocker', decision: { action: 'stop_and_escalate' } });
    const told = await team.store.outbox.listNotifications({ limit: 9 });
    expect(told[0]).toMatchObject({ word: 'review_escalated', recipients: [{ party: 'human', name: null }] });
    await team.event('ada', 'request_review');
    expect((await team.run()).cycles).toHaveLength(1);
    expect(await triggerCycle(team.as('dana'), { run: 'R1' })).toMatchObject({ code: 'run_paused' });
    await team.pass(60 * 24 * 7);
    expect((await team.run()).status).toBe('paused');
    await resumeRun(team.as('dana'), { run: 'R1', note: 'the hash is replaced next' });
    expect(await team.run()).toMatchObject({ status: 'running', flagged: false, issues: [{ verdict: 'blocker' }] });
  });

  it('2: two concerns pause, and the agents get a clarification prompt', async () => {
    const team = await Team.of();
    await team.start();
    const run = await team.cycle('concerns', 'concerns', 'approved');
    expect(run).toMatchObject({ status: 'paused', pause: { cause: 'concerns' } });
    const [own] = done(await ownRuns(team.as('cy')));
    expect(own?.clarification?.prompt).toContain('ada and bo have concerns');
    expect(own?.clarification?.concerns).toHaveLength(2);
    const [told] = await team.store.outbox.listNotifications({ limit: 9 });
    expect(told?.word).toBe('clarification_asked');
    expect(told?.recipients.map(({ name }) => name)).toEqual(['ada', 'bo', 'cy']);
  });

  it('2: everybody is asked again once all agents have answered the prompt, and an agreement lets the run go on', async () => {
    const team = await Team.of();
    await team.start();
    await team.cycle('concerns', 'concerns', 'approved');
    await team.event('ada', 'request_review', 'settled');
    await team.event('bo', 'request_review', 'settled');
    expect((await team.run()).cycles).toHaveLength(1);
    await team.event('cy', 'request_review', 'I take the salt in');
    expect((await team.run()).cycles).toHaveLength(2);
    expect((await team.run()).status).toBe('paused');
    for (const agent of team.agents) await team.answer(agent, 'approved');
    expect(await team.run()).toMatchObject({ status: 'running', pause: null });
  });

  it('2: a clarification that does not come goes to a person', async () => {
    const team = await Team.of();
    await team.start();
    await team.cycle('concerns', 'concerns', 'approved');
    expect(await team.pass(30)).toBe(1);
    expect((await team.run()).pause).toMatchObject({ cause: 'unanswered' });
    expect(await team.store.listRuns({ waiting: true })).toHaveLength(1);
    expect(await team.pass(1_000)).toBe(0);
  });

  it('2: neither an agent nor somebody unproved asks past the clarification, and late words wait for a person', async () => {
    const team = await Team.of();
    await team.start();
    await team.cycle('approved', 'concerns', 'concerns');
    for (const caller of ['ada', undefined])
      expect(await triggerCycle(team.as(caller), { run: 'R1' })).toMatchObject({ code: 'run_paused' });
    await team.pass(30);
    for (const agent of team.agents) await team.event(agent, 'request_review', 'settled');
    expect(await triggerCycle(team.as('ada'), { run: 'R1' })).toMatchObject({ code: 'run_paused' });
    expect(await team.run()).toMatchObject({ pause: { cause: 'unanswered' }, cycles: [{ number: 1 }] });
    await triggerCycle(team.as('dana'), { run: 'R1' });
    expect((await team.run()).cycles).toHaveLength(2);
  });

  it('3: one concern is logged, the run is flagged and goes on', async () => {
    const team = await Team.of();
    await team.start();
    const run = await team.cycle('approved', 'concerns', 'approved');
    expect(run).toMatchObject({ status: 'running', flagged: true });
    expect(run.issues).toEqual([
      { severity: 'important', description: 'bo read it', cycle: 1, reviewer: 'bo', verdict: 'concerns' },
    ]);
  });

  it('4: all approved, the run goes on and the timer begins anew', async () => {
    const team = await Team.of();
    await team.start();
    await team.event('ada', 'milestone');
    await team.pass(7);
    for (const agent of team.agents) await team.answer(agent, 'approved');
    expect(await team.run()).toMatchObject({ status: 'running', flagged: false, timerSince: 7 * 60_000 });
    expect(await team.pass(14)).toBe(0);
    expect(await team.pass(1)).toBe(1);
  });

  it('a missing answer leaves the run paused and a person told: it is never an approval', async () => {
    const team = await Team.of();
    await team.start();
    await team.cycle('approved', 'approved', null);
    expect((await team.run()).status).toBe('running');
    expect(await team.pass(30)).toBe(1);
    const run = await team.run();
    expect(run).toMatchObject({ status: 'paused', pause: { cause: 'missing_answer' } });
    expect(run.cycles[0]?.decision).toMatchObject({ outcome: 'inconclusive' });
    const [told] = await team.store.outbox.listNotifications({ limit: 1 });
    expect(told?.word).toBe('review_inconclusive');
  });

  it('a complete cycle that an agent asks for settles what was inconclusive', async () => {
    const team = await Team.of();
    await team.start();
    await team.cycle('approved', 'approved', null);
    await team.pass(30);
    await team.event('ada', 'milestone');
    expect((await team.run()).cycles).toHaveLength(1);
    await team.event('ada', 'request_review');
    for (const agent of team.agents) await team.answer(agent, 'approved');
    expect((await team.run()).status).toBe('running');
  });

  it('an answer after the decision is kept, approves nothing, and its blocker counts', async () => {
    const team = await Team.of();
    await team.start();
    await team.cycle('approved', null, null);
    await team.pass(30);
    await team.answer('bo', 'approved');
    expect((await team.run()).pause?.cause).toBe('missing_answer');
    await team.answer('cy', 'blocker');
    const run = await team.run();
    expect(run.pause?.cause).toBe('blocker');
    expect(run.cycles[0]?.late.map(({ reviewer }) => reviewer)).toEqual(['bo', 'cy']);
  });
});

describe('a pause for a blocker ends by the override of a person alone', () => {
  /** A blocker of cycle 1 that comes while cycle 2 is open. */
  const blockedLate = async () => {
    const team = await Team.of();
    await team.start();
    await team.cycle('blocker');
    await resumeRun(team.as('dana'), { run: 'R1', note: 'ada is wrong' });
    await team.event('ada', 'milestone');
    const given = { verdict: 'blocker', summary: 'data is lost', issues: [] } as const;
    await answerCycle(team.as('cy'), { ...given, run: 'R1', cycle: 1 });
    expect(await team.run()).toMatchObject({ status: 'paused', pause: { cause: 'blocker', cycle: 1 } });
    return team;
  };

  it.each<readonly (CycleVerdict | null)[]>([
    ['approved', 'approved', 'approved'],
    ['approved', 'concerns', 'approved'],
    ['concerns', 'concerns', 'approved'],
    ['approved', null, 'approved'],
  ])('the cycle that was open then (%s, %s, %s) lifts nothing', async (...verdicts) => {
    const team = await blockedLate();
    for (const [index, verdict] of verdicts.entries())
      if (verdict !== null) await team.answer(team.agents[index] ?? '', verdict);
    await team.pass(60);
    const run = await team.run();
    expect(run.cycles[1]?.decision).not.toBeNull();
    expect(run).toMatchObject({ status: 'paused', flagged: false, pause: { cause: 'blocker', cycle: 1 } });
    await team.event('ada', 'request_review');
    await team.pass(60 * 24);
    expect((await team.run()).cycles).toHaveLength(2);
    expect(await triggerCycle(team.as('dana'), { run: 'R1' })).toMatchObject({ code: 'run_paused' });
    await resumeRun(team.as('dana'), { run: 'R1', note: 'it is restored' });
    expect(await team.run()).toMatchObject({ status: 'running', pause: null });
  });

  it('a blocker to an old cycle outweighs any other pause', async () => {
    const team = await Team.of();
    await team.start();
    await team.cycle('approved', 'approved', null);
    await team.pass(30);
    await team.event('ada', 'request_review');
    await team.answer('ada', 'concerns');
    await team.answer('bo', 'concerns');
    await team.answer('cy', 'approved');
    expect((await team.run()).pause?.cause).toBe('concerns');
    const given = { verdict: 'blocker', summary: 'data is lost', issues: [] } as const;
    await answerCycle(team.as('cy'), { ...given, run: 'R1', cycle: 1 });
    for (const agent of team.agents) await team.event(agent, 'request_review', 'settled');
    await team.pass(60);
    expect(await team.run()).toMatchObject({ status: 'paused', pause: { cause: 'blocker' } });
    expect((await team.run()).cycles).toHaveLength(2);
  });
});

describe('who may do what in a run', () => {
  it('an agent answers only for itself, and an attempt for another goes on record', async () => {
    const team = await Team.of();
    await team.start();
    await team.event('ada', 'milestone');
    const given = { verdict: 'approved', summary: 'read', issues: [] } as const;
    expect(await answerCycle(team.as('bo'), { ...given, reviewer: 'cy', run: 'R1' })).toMatchObject({
      code: 'actor_mismatch',
    });
    expect((await team.types()).at(-1)).toBe('attempt_refused');
    await team.answer('bo', 'approved');
    expect(await answerCycle(team.as('bo'), given)).toMatchObject({ code: 'already_answered' });
  });

  it('nobody without a token, and no agent of another run, says anything', async () => {
    const team = await Team.of(['ada', 'bo', 'cy', 'di']);
    await team.start(['ada', 'bo']);
    const told = { kind: 'milestone', summary: 'done', run: 'R1' } as const;
    expect(await emitEvent(team.as(undefined), told)).toMatchObject({ code: 'token_needed' });
    expect(await emitEvent(team.as('di'), told)).toMatchObject({ code: 'not_in_run' });
    expect(await showRun(team.as('di'), 'R1')).toMatchObject({ code: 'not_in_run' });
    expect(await listRuns(team.as('di'), {})).toEqual([]);
    expect(await emitEvent(team.as('di'), { kind: 'milestone', summary: '' })).toMatchObject({ code: 'no_open_run' });
    expect((await team.run()).cycles).toEqual([]);
  });

  it('an agent does not see what others answered', async () => {
    const team = await Team.of();
    await team.start();
    await team.cycle('approved', 'concerns', null);
    const view = await showRun(team.as('ada'), 'R1');
    expect(JSON.stringify(view)).not.toContain('bo read it');
    expect(JSON.stringify(await showRun(team.as('dana'), 'R1'))).toContain('bo read it');
  });

  it('only a person overrides, stops and starts, and an attempt goes on record', async () => {
    const team = await Team.of();
    await team.start();
    await team.cycle('blocker');
    for (const caller of ['ada', undefined]) {
      expect(await resumeRun(team.as(caller), { run: 'R1', note: 'go' })).toMatchObject({ code: 'human_needed' });
      expect(await stopRun(team.as(caller), { run: 'R1', reason: 'x' })).toMatchObject({ code: 'human_needed' });
    }
    expect((await team.types()).filter((type) => type === 'attempt_refused')).toHaveLength(4);
    expect(await startRun(team.as('ada'), { agents: ['ada', 'bo'] })).toMatchObject({ code: 'human_needed' });
    expect((await team.run()).status).toBe('paused');
    await stopRun(team.as('dana'), { run: 'R1', reason: 'done' });
    expect(await emitEvent(team.as('ada'), { kind: 'blocker', summary: '', run: 'R1' })).toMatchObject({
      code: 'run_stopped',
    });
    expect(await team.pass(1_000)).toBe(0);
  });

  it('a run needs two agents that are known', async () => {
    const team = await Team.of();
    expect(await startRun(team.as(undefined), { agents: ['ada', 'ada'] })).toMatchObject({ code: 'usage' });
    expect(await startRun(team.as(undefined), { agents: ['ada', 'eve', 'dana'] })).toMatchObject({
      code: 'unknown_agent',
      problems: [{ key: 'eve' }, { key: 'dana' }],
    });
  });

  it('an answer that contradicts itself, or is longer than asked, is refused with each reason', async () => {
    const team = await Team.of();
    await team.start();
    await team.event('ada', 'milestone');
    const severe = [{ severity: 'high', description: 'MD5' }];
    const long = Array.from({ length: 201 }, () => 'word').join(' ');
    expect(await answerCycle(team.as('bo'), { verdict: 'approved', summary: long, issues: severe })).toMatchObject({
      code: 'opinion_incomplete',
      problems: [{ key: 'payload.summary' }, { key: 'payload.verdict' }],
    });
    expect(await answerCycle(team.as('bo'), { verdict: 'approved', summary: '\u200b', issues: [] })).toMatchObject({
      code: 'opinion_incomplete',
    });
    expect(await answerCycle(team.as('bo'), { verdict: 'concerns', summary: ' ', issues: [] })).toMatchObject({
      code: 'opinion_incomplete',
    });
    expect((await team.run()).cycles[0]?.answers).toEqual([]);
  });

  it('an approval that names no cycle is not moved to one that its agent may not have read', async () => {
    const team = await Team.of();
    await team.start();
    await team.event('ada', 'milestone', 'what cy reads');
    await team.answer('bo', 'blocker');
    await resumeRun(team.as('dana'), { run: 'R1', note: 'go on' });
    await team.event('ada', 'milestone', 'something else');
    const approves = { verdict: 'approved', summary: 'read what ada said', issues: [] } as const;
    expect(await answerCycle(team.as('cy'), approves)).toMatchObject({ code: 'unknown_cycle' });
    expect((await team.run()).cycles[1]?.answers).toEqual([]);
    done(await answerCycle(team.as('cy'), { ...approves, verdict: 'concerns' }));
    done(await answerCycle(team.as('ada'), { ...approves, cycle: 2 }));
    expect((await team.run()).cycles[1]?.answers).toMatchObject([{ reviewer: 'cy' }, { reviewer: 'ada' }]);
    done(await answerCycle(team.as('ada'), { ...approves, cycle: 1 }));
    expect((await team.run()).cycles[0]?.late).toMatchObject([{ reviewer: 'ada' }]);
  });

  it('an agent of several runs says in which', async () => {
    const team = await Team.of();
    await team.start(['ada', 'bo']);
    await team.start(['ada', 'cy']);
    expect(await emitEvent(team.as('ada'), { kind: 'milestone', summary: '' })).toMatchObject({ code: 'several_runs' });
    await team.event('ada', 'milestone', 'x', 'R2');
    expect((await team.run('R2')).cycles).toHaveLength(1);
  });

  it("keeps the reviewer's own word for a severity", async () => {
    const team = await Team.of();
    await team.start();
    await team.event('ada', 'milestone');
    const issues = [{ severity: 'high', description: 'MD5 is broken', file: 'auth.py' }];
    await answerCycle(team.as('bo'), { verdict: 'concerns', summary: 'no salt', issues });
    expect((await team.run()).issues).toEqual([
      {
        severity: 'critical',
        statedSeverity: 'high',
        description: 'MD5 is broken',
        file: 'auth.py',
        cycle: 1,
        reviewer: 'bo',
        verdict: 'concerns',
      },
    ]);
  });
});
