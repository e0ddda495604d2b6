import { describe, expect, it } from 'vitest';
import { log } from '../../src/application/queries/log.js';
import { replay } from '../../src/application/queries/replay.js';
import { isRefusal } from '../../src/domain/model/refusal.js';
import { digest } from '../../src/main/digest.js';
import { approval, must, objection, Peers } from '../kit/peers.js';

async function requested(policy?: string) {
  const peers = await Peers.open(policy);
  for (const name of ['maker', 'critic', 'second']) await peers.agent(name);
  peers.change({ 'a.ts': 'two\n' });
  return { peers, id: must(await peers.as('maker').request()).id };
}

/** Every decision of these reviews follows from the journal again, byte for byte (SPEC 2, rule 9). */
async function replays(peers: Peers): Promise<void> {
  const events = await log(peers.store, undefined);
  if (isRefusal(events)) throw new Error(events.message);
  expect((await replay(events, digest)).differing).toEqual([]);
  expect((await peers.store.rebuild()).differences).toEqual([]);
  expect(await peers.store.verify()).toMatchObject({ intact: true });
}

describe('confidence from 60 to 79 where nothing failed', () => {
  it('asks a second seat, and the round is decided when it has answered', async () => {
    const { peers, id } = await requested();
    const first = must(await peers.as('critic').start({ review: id }));
    const waiting = must(await peers.as('critic').submit(approval(first, { confidence: 70 })));
    expect(waiting).toMatchObject({ review: { status: 'pending', reviewer: 'second' }, decision: null });
    const seen = must(await peers.as('second').get(id));
    expect(seen.document.opinions).toEqual([]);
    const other = must(await peers.as('second').start({ review: id }));
    const decided = must(await peers.as('second').submit(approval(other, { confidence: 90 })));
    expect(decided).toMatchObject({ review: { status: 'approved' }, decision: { confidence: 90 } });
    expect(decided.opinions).toHaveLength(2);
    await replays(peers);
  });

  it('an objection of the second wins over the approval of the first', async () => {
    const { peers, id } = await requested();
    const first = must(await peers.as('critic').start({ review: id }));
    must(await peers.as('critic').submit(approval(first, { confidence: 79 })));
    const other = must(await peers.as('second').start({ review: id }));
    const decided = must(await peers.as('second').submit(objection(other)));
    expect(decided.review.status).toBe('changes_requested');
    await replays(peers);
  });

  it('two that are not sure enough ask for changes for want of confidence', async () => {
    const { peers, id } = await requested();
    for (const name of ['critic', 'second']) {
      const begun = must(await peers.as(name).start({ review: id }));
      must(await peers.as(name).submit(approval(begun, { confidence: 75 })));
    }
    const { status, decision } = await peers.review(id);
    expect(status).toBe('changes_requested');
    expect(decision?.rules.filter(({ result }) => result === 'unsatisfied').map((rule) => rule.id)).toEqual([
      'standards.confidence',
    ]);
    await replays(peers);
  });

  it('asks for changes at once where nobody else is free', async () => {
    const peers = await Peers.open();
    for (const name of ['maker', 'critic']) await peers.agent(name);
    peers.change({ 'a.ts': 'two\n' });
    const { id } = must(await peers.as('maker').request());
    const begun = must(await peers.as('critic').start({ review: id }));
    const decided = must(await peers.as('critic').submit(approval(begun, { confidence: 65 })));
    expect(decided.review.status).toBe('changes_requested');
  });

  it('the second cannot be the session of the first', async () => {
    const { peers, id } = await requested();
    const first = must(await peers.as('critic', 'here').start({ review: id }));
    must(await peers.as('critic', 'here').submit(approval(first, { confidence: 70 })));
    expect(await peers.as('second', 'here').start({ review: id })).toMatchObject({ code: 'same_context' });
  });

  it('below 60 changes are requested without asking anybody', async () => {
    const { peers, id } = await requested();
    const begun = must(await peers.as('critic').start({ review: id }));
    expect(must(await peers.as('critic').submit(approval(begun, { confidence: 59 }))).review.status).toBe(
      'changes_requested',
    );
  });
});

describe('a claimed fix is verified by another pair of eyes', () => {
  async function revised() {
    const { peers, id } = await requested();
    const first = must(await peers.as('critic').start({ review: id }));
    const { findings } = must(await peers.as('critic').submit(objection(first)));
    const finding = findings[0]!.id;
    peers.change({ 'a.ts': 'one\ntwo\n' });
    must(await peers.as('maker').revise({ review: id, changesMade: 'Kept the first line.', fixed: [finding] }));
    return { peers, id, finding };
  }

  it('the packet shows what is to be verified and what changed since', async () => {
    const { peers, id, finding } = await revised();
    const { packet } = must(await peers.as('critic').start({ review: id }));
    expect(packet).toMatchObject({
      revision: 1,
      blind: false,
      claims: { changesMade: 'Kept the first line.', fixed: [finding] },
      changedSince: ['a.ts'],
      newHunks: { 'a.ts': [0] },
      toVerify: [{ id: finding, state: 'open' }],
    });
  });

  it('fixed: the finding is resolved and stays on record', async () => {
    const { peers, id, finding } = await revised();
    const begun = must(await peers.as('critic').start({ review: id }));
    const decided = must(await peers.as('critic').submit(approval(begun)));
    expect(decided.review).toMatchObject({ status: 'approved', revision: 1 });
    expect(decided.findings).toMatchObject([{ id: finding, state: 'resolved' }]);
    expect((await peers.store.findingsOf(id)).map(({ state }) => state)).toEqual(['resolved']);
    await replays(peers);
  });

  it('unverified, or still open: not approved', async () => {
    const { peers, id, finding } = await revised();
    const begun = must(await peers.as('critic').start({ review: id }));
    const silent = await peers.as('critic').submit(approval(begun, { verified: [] }));
    expect(silent).toMatchObject({ code: 'opinion_incomplete', problems: [{ key: 'verified' }] });
    const open = [{ finding, outcome: 'still_open' as const }];
    const blind = await peers.as('critic').submit(approval(begun, { verified: open }));
    expect(blind).toMatchObject({ code: 'opinion_contradicts', problems: [{ key: 'verified[0].outcome' }] });
    const decided = must(
      await peers.as('critic').submit(approval(begun, { status: 'CHANGES_REQUESTED', verified: open })),
    );
    expect(decided.decision?.outcome).toBe('changes_requested');
    await replays(peers);
  });

  it('another reviewer of the next round sees it too, blind to what the creator says', async () => {
    const { peers, id, finding } = await revised();
    await peers.revoke('critic');
    peers.change({ 'a.ts': 'one\ntwo\nthree\n' });
    expect(must(await peers.as('maker').revise({ review: id, fixed: [finding] }))).toMatchObject({
      reviewer: 'second',
    });
    const { packet } = must(await peers.as('second').start({ review: id }));
    expect(packet).toMatchObject({ blind: true, toVerify: [{ id: finding }] });
    expect(packet).not.toHaveProperty('claims');
    expect(packet).not.toHaveProperty('changedSince');
  });

  it('what is not open cannot be called fixed', async () => {
    const { peers, id } = await revised();
    expect(await peers.as('maker').revise({ review: id, fixed: ['f00'] })).toMatchObject({ code: 'unknown_finding' });
  });
});

describe('a reviewer that contradicts itself where nothing changed', () => {
  it('is asked to explain once, and the question is on record', async () => {
    const { peers, id } = await requested();
    peers.change({ 'b.ts': 'b\n' });
    must(await peers.as('maker').revise({ review: id }));
    const first = must(await peers.as('critic').start({ review: id }));
    const { findings } = must(await peers.as('critic').submit(objection(first)));
    peers.change({ 'a.ts': 'one\ntwo\n' });
    must(await peers.as('maker').revise({ review: id }));
    const begun = must(await peers.as('critic').start({ review: id }));
    const late = {
      status: 'CHANGES_REQUESTED' as const,
      findings: [
        { severity: 'important', category: 'bug', file: 'b.ts', line: 1, message: 'It was wrong all along. Mend it.' },
      ],
      verified: [{ finding: findings[0]!.id, outcome: 'fixed' as const }],
    };
    expect(await peers.as('critic').submit(approval(begun, late))).toMatchObject({ code: 'clarification_needed' });
    expect(await peers.events(id)).toContain('clarification_asked');
    expect(await peers.as('critic').submit(approval(begun, late))).toMatchObject({ code: 'clarification_needed' });
    const explained = approval(begun, { ...late, clarification: 'I had overlooked it.' });
    expect(must(await peers.as('critic').submit(explained)).review.status).toBe('changes_requested');
    expect((await peers.review(id)).opinions[0]?.clarification).toBe('I had overlooked it.');
    await replays(peers);
  });
});
