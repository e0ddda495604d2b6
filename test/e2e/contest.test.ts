import { describe, expect, it } from 'vitest';
import { dispose } from '../../src/application/commands/dispose.js';
import { extendDeadline, reassign } from '../../src/application/commands/questions.js';
import { tick } from '../../src/application/deadlines/tick.js';
import type { SubmitReview } from '../../src/application/peer-review.js';
import { objectionsFell } from '../../src/domain/contest/contest.js';
import { digest } from '../../src/main/digest.js';
import { hour } from '../kit/peer.js';
import { approval, must, objection, Peers } from '../kit/peers.js';

/** A review of which `critic` raised one finding. */
async function objected() {
  const peers = await Peers.open();
  for (const name of ['maker', 'critic', 'second']) await peers.agent(name);
  await peers.agent('eve', { kind: 'human' });
  await peers.agent('dana', { kind: 'human' }, 'eve');
  peers.change({ 'a.ts': 'two\n' });
  const { id } = must(await peers.as('maker').request());
  const started = must(await peers.as('critic').start({ review: id }));
  const [finding] = must(await peers.as('critic').submit(objection(started))).findings;
  if (finding === undefined) throw new Error('the critic raised a finding');
  const contest = () =>
    peers.as('maker').contest({ finding: finding.id, argument: 'It is kept.', evidence: ['b.ts:3'] });
  return { peers, id, finding, contest };
}

type Setting = Awaited<ReturnType<typeof objected>>;

async function judged(
  { peers, id, finding }: Setting,
  outcome: 'upheld' | 'refuted' | 'narrowed',
  over: Partial<SubmitReview> = {},
) {
  const started = must(await peers.as('second').start({ review: id }));
  const answer = approval(started, { judged: [{ finding: finding.id, outcome, reason: 'I looked.' }], ...over });
  return peers.as('second').submit(answer);
}

describe('a contested finding', () => {
  it('is judged by another reviewer under a nonce of its own, which does not decide the review', async () => {
    const setting = await objected();
    const { peers, id, finding, contest } = setting;
    must(await contest());
    expect(must(await peers.as('second').list({ mine: 'to_do' })).map((row) => row.id)).toEqual([id]);
    const started = must(await peers.as('second').start({ review: id }));
    expect(started.packet.toJudge).toMatchObject([{ id: finding.id, argument: 'It is kept.', evidence: ['b.ts:3'] }]);
    const answer = approval(started, { judged: [{ finding: finding.id, outcome: 'refuted', reason: 'It is kept.' }] });
    expect(must(await peers.as('second').submit(answer)).findings[0]).toMatchObject({ state: 'refuted' });
    const review = await peers.review(id);
    expect(review.status).toBe('changes_requested');
    expect(objectionsFell(review)).toBe(true);
    expect(await peers.as('second').submit(answer)).toMatchObject({ code: 'nonce_spent' });
  });

  it('is shown with who is to judge it, then with the judgement, which ends the wait of the creator', async () => {
    const setting = await objected();
    const { peers, id, contest } = setting;
    const said = { by: 'maker', argument: 'It is kept.', evidence: ['b.ts:3'], judge: 'second' };
    expect(must(await contest()).findings[0]?.contests).toMatchObject([{ ...said, judgement: null }]);
    const { version } = must(await peers.as('maker').get(id));
    must(await judged(setting, 'upheld'));
    const { document } = must(await peers.as('maker').get(id, { waitMs: 45_000, sinceVersion: version }));
    expect(document.findings[0]).toMatchObject({
      state: 'open',
      contests: [{ ...said, judgement: { outcome: 'upheld', by: 'second', reason: 'I looked.' } }],
    });
  });

  it('is not judged by who raised it, by the creator, in its session, or in part', async () => {
    const setting = await objected();
    const { peers, id, finding, contest } = setting;
    must(await contest());
    expect(await peers.as('critic').start({ review: id })).toMatchObject({ refused: true });
    expect(await peers.as('maker').start({ review: id })).toMatchObject({ code: 'own_work' });
    expect(await peers.as('second', 'session of maker').start({ review: id })).toMatchObject({ code: 'same_context' });
    expect(await judged(setting, 'refuted', { judged: [] })).toMatchObject({ code: 'judgement_missing' });
    expect(await judged(setting, 'refuted', { headTree: 'f'.repeat(40) })).toMatchObject({ code: 'content_changed' });
    expect((await peers.review(id)).findings[0]?.state).toBe('open');
    expect((await peers.refusedTo(id)).length).toBeGreaterThanOrEqual(4);
    expect(finding.state).toBe('open');
  });

  it('goes to a person the third time, with what was said before', async () => {
    const setting = await objected();
    const { peers, id, contest } = setting;
    for (let time = 1; time <= 2; time++) {
      must(await contest());
      must(await judged(setting, 'upheld'));
    }
    must(await contest());
    const review = await peers.review(id);
    expect(review).toMatchObject({ status: 'escalated', escalation: { trigger: 'contested_twice', by: 'maker' } });
    expect(review.escalation?.dossier?.positions[0]?.evidence).toHaveLength(2);
  });

  it('that nobody judges within an hour goes to a person', async () => {
    const { peers, id, contest } = await objected();
    must(await contest());
    peers.clock.advance(hour);
    await tick({ store: peers.store, clock: peers.clock, digest });
    expect(await peers.review(id)).toMatchObject({ status: 'escalated', escalation: { trigger: 'nobody_free' } });
  });

  it('is contested by the creator alone, and its dismissal by the creator stays a claim', async () => {
    const { peers, id, finding } = await objected();
    expect(await peers.as('second').contest({ finding: finding.id, argument: 'x' })).toMatchObject({
      code: 'not_the_creator',
    });
    const on = await peers.on('maker');
    must(await dispose(on, on.caller, { finding: finding.id, state: 'dismissed', reason: 'no' }));
    expect((await peers.review(id)).findings[0]?.disposition).toMatchObject({ actor: 'maker', authority: 'claimed' });
  });
});

describe('by hand', () => {
  it('creator and reviewer escalate with a reason, others do not', async () => {
    const { peers, id } = await objected();
    expect(await peers.as('second').escalate({ review: id, reason: 'x' })).toMatchObject({ code: 'not_a_side' });
    expect(await peers.as('maker').escalate({ review: id, reason: ' ' })).toMatchObject({ code: 'reason_missing' });
    const document = must(await peers.as('critic').escalate({ review: id, reason: 'stuck', argument: 'I insist.' }));
    expect(document.escalation).toMatchObject({ trigger: 'by_hand', by: 'critic', state: 'open' });
    expect(document.escalation?.positions.at(-1)).toMatchObject({ who: 'critic', text: 'I insist.' });
  });

  it('a rejection that the creator escalates is disputed', async () => {
    const { peers } = await objected();
    peers.change({ 'a.ts': 'three\n' });
    const { id } = must(await peers.as('maker').request());
    const started = must(await peers.as('critic').start({ review: id }));
    must(await peers.as('critic').submit(objection(started, { status: 'REJECTED', ground: 'fundamental_flaw' })));
    must(await peers.as('maker').escalate({ review: id, reason: 'it is sound' }));
    expect((await peers.review(id)).escalation).toMatchObject({ trigger: 'disputed_rejection' });
  });

  it('a person gives more time and hands the question on; an agent does not', async () => {
    const { peers, id } = await objected();
    must(await peers.as('maker').escalate({ review: id, reason: 'I disagree' }));
    const agent = await peers.on('critic');
    expect(await extendDeadline(agent, agent.caller, { review: id, hours: 24 })).toMatchObject({
      code: 'human_needed',
    });
    const eve = await peers.on('eve');
    const before = (await peers.review(id)).escalation?.deadline ?? 0;
    must(await extendDeadline(eve, eve.caller, { review: id, hours: 24 }));
    must(await reassign(eve, eve.caller, { review: id, to: 'dana' }));
    expect((await peers.review(id)).escalation).toMatchObject({ deadline: before + 24 * hour, assignee: 'dana' });
    expect(await reassign(eve, eve.caller, { review: id, to: 'critic' })).toMatchObject({ code: 'unknown_agent' });
  });

  it('a person gives an undecided review to another reviewer, never to its creator', async () => {
    const { peers } = await objected();
    peers.change({ 'a.ts': 'four\n' });
    const { id } = must(await peers.as('maker').request());
    const eve = await peers.on('eve');
    expect(await reassign(eve, eve.caller, { review: id, to: 'maker' })).toMatchObject({ code: 'not_eligible' });
    must(await reassign(eve, eve.caller, { review: id, to: 'second' }));
    expect(await peers.review(id)).toMatchObject({ reviewer: 'second', peer: { assignment: { place: 'named' } } });
  });
});
