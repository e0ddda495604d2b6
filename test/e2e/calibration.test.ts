import { describe, expect, it } from 'vitest';
import { replay } from '../../src/application/queries/replay.js';
import type { ReviewEvent } from '../../src/domain/model/event.js';
import { digest } from '../../src/main/digest.js';
import { record } from '../contract/store.js';
import { approval, must, peerPolicy, Peers } from '../kit/peers.js';

const range = { change: { kind: 'range', range: 'HEAD~1..HEAD' } } as const;
let changes = 0;

async function team(policy = peerPolicy, names = ['maker', 'critic', 'second']): Promise<Peers> {
  const peers = await Peers.open(policy);
  for (const name of names) await peers.agent(name);
  return peers;
}

/** A change that `critic` approves and says it is 95 % sure of. */
async function approved(peers: Peers): Promise<string> {
  changes += 1;
  peers.change({ 'a.ts': `export const line${changes} = ${changes};\n` }, 'fix: another thing');
  peers.clock.advance(60_000);
  const { id } = must(await peers.as('maker').request(range));
  const started = must(await peers.as('critic').start({ review: id }));
  must(await peers.as('critic').submit(approval(started, { confidence: 95 })));
  return id;
}

/** Reviews that went as one did before, so many of them with a bug that came out later. */
async function history(peers: Peers, of: { readonly reviews: number; readonly bugs: number }): Promise<void> {
  const events = await peers.store.readStream(`review/${await approved(peers)}`);
  const facts = events.map(({ type, data }) => ({ type, data }) as ReviewEvent);
  for (let copy = 0; copy < of.reviews; copy += 1) {
    const kind = copy < of.bugs ? 'bug' : 'clean';
    const reported: ReviewEvent = { type: 'outcome_reported', data: { kind, note: 'n', by: 'eve', person: true } };
    await record(peers.store, `before-${copy}`, [...facts, reported], peers.clock.now());
  }
}

const confidenceRule = async (peers: Peers, id: string) =>
  (await peers.review(id)).decision?.rules.find((rule) => rule.id === 'standards.confidence');

describe('a reviewer whose approvals went wrong before', () => {
  it('does not approve alone, however sure it says it is, and replay decides the same', async () => {
    const alone = peerPolicy.replace(', backup: second', '').replace(/^ {2}second: .*\n/m, '');
    const peers = await team(alone, ['maker', 'critic']);
    await history(peers, { reviews: 24, bugs: 20 });
    const id = await approved(peers);
    const review = await peers.review(id);
    expect(review.status).not.toBe('approved');
    expect(review.decision?.outcome).toBe('changes_requested');
    expect(review.opinions[0]?.calibration).toMatchObject({ opinions: 24, right: 4 });
    expect(await confidenceRule(peers, id)).toMatchObject({ result: 'unsatisfied' });
    expect((await confidenceRule(peers, id))?.reason).toMatch(/stated 95, calibrated \d+ over 24 opinions/);
    expect((await replay(peers.store.readAll(), digest)).differing).toEqual([]);
    expect((await peers.store.rebuild()).differences).toEqual([]);
  });

  it('has a second reviewer asked, where there is one', async () => {
    const peers = await team();
    await history(peers, { reviews: 24, bugs: 20 });
    const id = await approved(peers);
    const { status, decision, opinions } = await peers.review(id);
    expect([status, decision, opinions[0]?.verdict]).toEqual(['pending', null, 'approved']);
    const second = must(await peers.as('second').start({ review: id }));
    must(await peers.as('second').submit(approval(second)));
    expect((await peers.review(id)).status).toBe('approved');
    expect((await replay(peers.store.readAll(), digest)).differing).toEqual([]);
  });

  it('approves as it states where too little is known, and where the policy does not want it', async () => {
    const few = await team();
    await history(few, { reviews: 19, bugs: 19 });
    expect((await few.review(await approved(few))).status).toBe('approved');
    const off = await team(`${peerPolicy}standards:\n  calibrate: false\n`);
    await history(off, { reviews: 24, bugs: 20 });
    expect((await off.review(await approved(off))).status).toBe('approved');
  });

  it('approves where it was right', async () => {
    const peers = await team();
    await history(peers, { reviews: 40, bugs: 0 });
    const id = await approved(peers);
    expect((await peers.review(id)).status).toBe('approved');
    expect((await confidenceRule(peers, id))?.reason).toContain('over 40 opinions');
  });
});
