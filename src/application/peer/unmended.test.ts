import { describe, expect, it } from 'vitest';
import { approval, must, objection, Peers } from '../../../test/kit/peers.js';

async function objectedTo() {
  const peers = await Peers.open();
  for (const name of ['maker', 'critic', 'second']) await peers.agent(name);
  await peers.agent('ada', { kind: 'human' });
  const first = peers.change({ 'a.ts': 'one\ntwo\nthree\n' });
  const { id } = must(await peers.as('maker').request());
  must(await peers.as('critic').submit(objection(must(await peers.as('critic').start({ review: id })))));
  return { peers, id, first };
}

const refusedAsUnchanged = {
  refused: true,
  code: 'opinion_contradicts',
  problems: [{ key: 'verified[0].outcome', expected: expect.stringContaining('contest') as string }],
};

describe('a finding on content that is what it was', () => {
  it('is not called fixed in another review, once its own has moved on', async () => {
    const { peers, id, first } = await objectedTo();
    peers.change({ 'a.ts': 'one\ntwo\n\nthree\n' });
    must(await peers.as('maker').revise({ review: id }));
    peers.repository.git('reset', '--quiet', '--hard', first);
    const other = must(await peers.as('maker').request());
    const name = other.reviewer ?? '';
    const started = must(await peers.as(name).start({ review: other.id }));
    expect(started.packet.toVerify).toHaveLength(1);
    expect(await peers.as(name).submit(approval(started))).toMatchObject(refusedAsUnchanged);
    expect(await peers.refusedTo(other.id)).toMatchObject([{ verb: 'submit', code: 'opinion_contradicts' }]);
    const verified = started.packet.toVerify.map((each) => ({ finding: each.id, outcome: 'still_open' as const }));
    must(await peers.as(name).submit(approval(started, { status: 'CHANGES_REQUESTED', verified })));
    expect((await peers.review(other.id)).status).toBe('changes_requested');
  });

  it('is not called fixed by who has the seat now, where who had it before objected late', async () => {
    const peers = await Peers.open();
    for (const name of ['maker', 'critic', 'second']) await peers.agent(name);
    peers.change({ 'a.ts': 'one\ntwo\n' });
    const { id } = must(await peers.as('maker').request());
    const slow = must(await peers.as('critic').start({ review: id }));
    peers.clock.advance(61 * 60_000);
    must(await peers.as('second').start({ review: id }));
    expect(await peers.as('critic').submit(objection(slow))).toMatchObject({ refused: true });
    const begun = must(await peers.as('second').start({ review: id }));
    expect(begun.packet.toVerify).toHaveLength(1);
    expect(await peers.as('second').submit(approval(begun))).toMatchObject(refusedAsUnchanged);
    expect((await peers.review(id)).status).toBe('in_progress');
  });

  it('is judged by a contest instead, and then keeps nobody from approving', async () => {
    const { peers, id } = await objectedTo();
    const [finding] = (await peers.review(id)).findings;
    must(
      await peers.as('maker').contest({ finding: finding?.id ?? '', argument: 'It is kept.', evidence: ['a.ts:1'] }),
    );
    const { nonce, packet } = must(await peers.as('second').start({ review: id }));
    const judged = packet.toJudge.map((each) => ({ finding: each.id, outcome: 'refuted' as const, reason: 'It is.' }));
    must(await peers.as('second').submit({ ...approval({ review: id, nonce, packet, leaseUntil: '' }), judged }));
    must(await peers.as('maker').revise({ review: id }));
    const { reviewer } = await peers.review(id);
    must(await peers.as(reviewer ?? '').submit(approval(must(await peers.as(reviewer ?? '').start({ review: id })))));
    expect((await peers.review(id)).status).toBe('approved');
  });
});

describe('a finding that may have been mended elsewhere', () => {
  it('is called fixed where another file of the change is new and its own line is not', async () => {
    const { peers, id } = await objectedTo();
    peers.change({ 'b.ts': 'guard\n' });
    must(await peers.as('maker').revise({ review: id }));
    must(await peers.as('critic').submit(approval(must(await peers.as('critic').start({ review: id })))));
    expect((await peers.review(id)).status).toBe('approved');
  });
});
