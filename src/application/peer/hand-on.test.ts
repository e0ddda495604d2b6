import { describe, expect, it } from 'vitest';
import { approval, must, objection, Peers } from '../../../test/kit/peers.js';
import { digest } from '../../main/digest.js';
import { replay } from '../queries/replay.js';

const lines = `
precheck: off
reviewer_matrix:
  '*': { primary: critic, backup: second, escalate: human }
agents:
  critic: { role: critic, driver: mcp }
  second: { role: second, driver: mcp }
criteria:
  '*':
    required:
      - correct: 'It does what it says'
`;

async function requested(reviewers: readonly string[] = ['critic', 'second']) {
  const peers = await Peers.open(lines);
  for (const name of ['maker', ...reviewers]) await peers.agent(name);
  await peers.agent('ada', { kind: 'human' });
  peers.change({ 'a.ts': 'one\ntwo\n' });
  const { id } = must(await peers.as('maker').request());
  return { peers, id };
}

describe('what waited for somebody who is revoked', () => {
  it('goes to the next of the line at once, started or not, with what was noted so far', async () => {
    const { peers, id } = await requested();
    const begun = must(await peers.as('critic').start({ review: id, notes: 'half of it read' }));
    await peers.revoke('critic', 'ada');
    expect(await peers.review(id)).toMatchObject({
      status: 'pending',
      reviewer: 'second',
      leaseUntil: null,
      peer: { nonceDigest: null, tried: ['critic'], partialWork: 'half of it read' },
    });
    const assigned = (await peers.store.readStream(`review/${id}`)).at(-1);
    expect(assigned).toMatchObject({
      type: 'review_assigned',
      actor: 'countersign',
      data: { reviewer: 'second', reason: 'critic was revoked' },
    });
    expect(await peers.as('critic').submit(approval(begun))).toMatchObject({ code: 'unknown_token' });
    must(await peers.as('second').submit(approval(must(await peers.as('second').start({ review: id })))));
    expect((await peers.review(id)).status).toBe('approved');
    expect(await replay(peers.store.readAll(), digest)).toMatchObject({ differing: [] });
  });

  it('waits for a person where nobody else is in the line', async () => {
    const { peers, id } = await requested(['critic']);
    await peers.revoke('critic', 'ada');
    expect(await peers.review(id)).toMatchObject({ status: 'pending', reviewer: null });
    peers.clock.advance(15 * 60_000);
    must(await peers.as('maker').get(id));
    expect(await peers.review(id)).toMatchObject({ status: 'escalated', escalation: { trigger: 'nobody_free' } });
  });

  it('is asked of a person where it was to judge a contest', async () => {
    const { peers, id } = await requested();
    must(await peers.as('critic').submit(objection(must(await peers.as('critic').start({ review: id })))));
    const [finding] = (await peers.review(id)).findings;
    must(
      await peers.as('maker').contest({ finding: finding?.id ?? '', argument: 'It is kept.', evidence: ['a.ts:1'] }),
    );
    await peers.revoke('second', 'ada');
    expect(await peers.review(id)).toMatchObject({ status: 'escalated', escalation: { trigger: 'nobody_free' } });
  });

  it('goes on when a revocation was cut off before it came to that: it is revoked again', async () => {
    const { peers, id } = await requested();
    const append = peers.store.append.bind(peers.store);
    peers.store.append = (given) => {
      if (given.stream.startsWith('review/')) throw new Error('killed');
      return append(given);
    };
    await expect(peers.revoke('critic', 'ada')).rejects.toThrow('killed');
    peers.store.append = append;
    await expect(peers.revoke('critic', 'ada')).rejects.toThrow('revoked already');
    expect(await peers.review(id)).toMatchObject({ reviewer: 'second' });
  });

  it('leaves what waits for others alone', async () => {
    const { peers, id } = await requested();
    const before = await peers.events(id);
    await peers.revoke('second', 'ada');
    expect(await peers.events(id)).toEqual(before);
  });
});
