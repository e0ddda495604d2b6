import { describe, expect, it } from 'vitest';
import { reportOutcome } from '../../src/application/peer/outcome.js';
import { approval, must, objection, Peers } from '../kit/peers.js';

/** A review of a change by maker that critic has started. */
async function started() {
  const peers = await Peers.open();
  for (const name of ['maker', 'critic', 'second']) await peers.agent(name);
  await peers.agent('dana', { kind: 'human' });
  peers.change({ 'a.ts': 'one\ntwo\n' });
  const { id } = must(await peers.as('maker').request());
  return { peers, id, begun: must(await peers.as('critic').start({ review: id })) };
}

const stands = [{ severity: 'important', state: 'open', sources: [{ seat: 'critic@mcp' }] }];

describe('an objection that its author hurries past', () => {
  it('by an escalation, is before the person who decides', async () => {
    const { peers, id, begun } = await started();
    must(await peers.as('maker').escalate({ review: id, reason: 'It takes too long.' }));
    expect(await peers.as('critic').submit(approval(begun))).toMatchObject({ refused: true });
    expect((await peers.review(id)).peer?.earlier).toEqual([]);
    expect(await peers.as('critic').submit(objection(begun))).toMatchObject({ code: 'nonce_spent' });
    expect(await peers.review(id)).toMatchObject({ status: 'escalated', opinions: [], peer: { earlier: stands } });
  });

  it('by a withdrawal and another request of nearly the same', async () => {
    const { peers, id, begun } = await started();
    must(await peers.as('maker').withdraw({ review: id, reason: 'the wrong time' }));
    expect(await peers.as('critic').submit(objection(begun))).toMatchObject({ code: 'not_now' });
    peers.change({ 'a.ts': 'one\ntwo\n\n' });
    const { id: next, reviewer } = must(await peers.as('maker').request());
    const { packet } = must(await peers.as(reviewer ?? '').start({ review: next }));
    expect(packet.toVerify).toMatchObject([{ severity: 'important', from: { review: id } }]);
  });

  it('by a revision, is asked for again of the same reviewer', async () => {
    const { peers, id, begun } = await started();
    peers.change({ 'a.ts': 'one\ntwo\n\n' });
    const [revised, late] = await Promise.all([
      peers.as('maker').revise({ review: id }),
      peers.as('critic').submit(objection(begun)),
    ]);
    const review = await peers.review(id);
    expect(review.status).not.toBe('approved');
    const isHeard = !('refused' in late);
    const asked = 'refused' in revised ? undefined : revised.reviewer;
    expect(isHeard || asked === 'critic').toBe(true);
  });
});

describe('an approval by the back door', () => {
  it('is given by no outcome that somebody reports of an open review', async () => {
    const { peers, id } = await started();
    const ask = { review: id, kind: 'clean', note: 'works well' } as const;
    expect(await reportOutcome(await peers.on('maker'), ask)).toMatchObject({ code: 'not_now' });
    expect((await peers.review(id)).status).toBe('in_progress');
  });

  it('is not reached by taking back an objection under another name, nor by the reviewer itself', async () => {
    const { peers, id, begun } = await started();
    must(await peers.as('critic').submit(objection(begun)));
    for (const who of ['critic', 'second'])
      expect(await peers.as(who).withdraw({ review: id, reason: 'I take it back' })).toMatchObject({
        code: 'not_the_creator',
      });
    expect((await peers.review(id)).status).toBe('changes_requested');
  });

  it('is not given under a name that was revoked and asked for again', async () => {
    const { peers, id, begun } = await started();
    await peers.revoke('critic', 'dana');
    await expect(peers.agent('critic', {}, 'dana')).rejects.toThrow('critic');
    expect(await peers.as('critic').submit(approval(begun))).toMatchObject({ code: 'unknown_token' });
    expect((await peers.review(id)).opinions).toEqual([]);
  });

  it('is not won by a contest that the session of the creator judges under another name', async () => {
    const { peers, id, begun } = await started();
    const { findings } = must(await peers.as('critic').submit(objection(begun)));
    const finding = findings[0]?.id ?? '';
    const said = { review: id, finding, argument: 'It is no fault.', evidence: ['a.ts:1'] };
    must(await peers.as('maker', 'one session').contest(said));
    expect(await peers.as('second', 'session of maker').start({ review: id })).toMatchObject({ code: 'same_context' });
  });

  it('is not given beside another answer under the same nonce: of several at once one counts', async () => {
    const { peers, id, begun } = await started();
    const critic = peers.as('critic');
    const answers = [approval(begun), objection(begun), approval(begun)];
    const given = await Promise.all(answers.map((answer) => critic.submit(answer)));
    expect(given.filter((each) => 'refused' in each)).toHaveLength(2);
    expect((await peers.review(id)).opinions).toHaveLength(1);
    expect((await peers.events(id)).filter((type) => type === 'review_decided')).toHaveLength(1);
  });
});

describe('an answer that was given before', () => {
  it('counts in no other review of the same reviewer, whatever of it is adapted', async () => {
    const { peers, id, begun } = await started();
    peers.change({ 'b.ts': 'another\n' });
    const { id: other } = must(await peers.as('maker').request());
    const second = must(await peers.as('critic').start({ review: other }));
    expect(second.nonce).not.toBe(begun.nonce);
    for (const [answer, nonce] of [
      [approval(second), begun.nonce],
      [approval(begun), second.nonce],
    ] as const)
      expect(await peers.as('critic').submit({ ...answer, nonce })).toMatchObject({ code: 'nonce_wrong' });
    for (const each of [id, other])
      expect(await peers.review(each)).toMatchObject({ status: 'in_progress', opinions: [] });
  });

  it('counts for no revision that nobody has started, with its content named too', async () => {
    const { peers, id, begun } = await started();
    must(await peers.as('critic').submit(objection(begun)));
    peers.change({ 'a.ts': 'one\nthree\n' });
    must(await peers.as('maker').revise({ review: id }));
    const { headTree } = (await peers.review(id)).change;
    for (const who of ['critic', 'second'])
      expect(await peers.as(who).submit(approval(begun, { headTree }))).toMatchObject({ refused: true });
    expect(await peers.review(id)).toMatchObject({ status: 'pending_re_review', revision: 1, opinions: [] });
  });

  it('is for what was frozen, though the branch was moved while it was read', async () => {
    const { peers, id, begun } = await started();
    peers.change({ 'a.ts': 'evil\n' });
    must(await peers.as('critic').submit(approval(begun)));
    const { status, change } = await peers.review(id);
    expect([status, change.headTree]).toEqual(['approved', begun.packet.headTree]);
    expect(change.headTree).not.toBe(peers.repository.git('rev-parse', 'HEAD^{tree}').trim());
    const { id: next, status: asked } = must(await peers.as('maker').request());
    expect([next === id, asked]).toEqual([false, 'pending']);
  });
});
