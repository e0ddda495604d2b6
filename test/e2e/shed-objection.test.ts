import { describe, expect, it } from 'vitest';
import { approval, must, objection, peerPolicy, Peers } from '../kit/peers.js';

const sum = (expression: string) =>
  `/** Adds two numbers. */\nexport function sum(a: number, b: number): number {\n  return ${expression};\n}\n`;
const point = { severity: 'critical', category: 'bug', file: 'sum.ts', line: 3, message: 'Loses large numbers.' };

/** A review of `sum.ts` in which critic objects, and three agents who can review. */
async function objected(over: Parameters<typeof objection>[1] = { findings: [point] }) {
  const peers = await Peers.open();
  for (const name of ['maker', 'critic', 'second', 'third']) await peers.agent(name);
  peers.change({ 'sum.ts': sum('a + b') });
  const { id } = must(await peers.as('maker').request());
  must(await peers.as('critic').submit(objection(must(await peers.as('critic').start({ review: id })), over)));
  return { peers, id };
}

async function askedAnew(peers: Peers, by = 'maker') {
  const { id } = must(await peers.as(by).request());
  const { reviewer } = await peers.review(id);
  return { id, by: reviewer ?? '', started: must(await peers.as(reviewer ?? '').start({ review: id })) };
}

const said = expect.stringMatching(`^${point.message} \\(Objected to in review`) as string;
const after = 'after the first was withdrawn';
const beside = 'beside the first';

describe('an objection is not shed', () => {
  it('by its author, who comes to review it in the work of whoever objected', async () => {
    const peers = await Peers.open(peerPolicy.replaceAll('second', 'maker'));
    for (const name of ['maker', 'critic']) await peers.agent(name);
    peers.change({ 'sum.ts': sum('a + b') });
    const { id: first } = must(await peers.as('maker').request());
    const opposed = objection(must(await peers.as('critic').start({ review: first })), { findings: [point] });
    must(await peers.as('critic').submit(opposed));
    must(await peers.as('maker').withdraw({ review: first, reason: 'critic goes on' }));
    peers.repository.git('checkout', '--quiet', '-b', 'taken', 'main');
    peers.change({ 'sum.ts': sum('a + b'), 'other.ts': 'export const other = 1;\n' }, 'taken', 'critic');
    const { id, by, started } = await askedAnew(peers, 'critic');
    expect(by).toBe('maker');
    expect(await peers.as(by).submit(approval(started))).toMatchObject({ code: 'own_work' });
    expect((await peers.review(id)).decision).toBeNull();
    const verified = started.packet.toVerify.map((each) => ({ finding: each.id, outcome: 'still_open' as const }));
    must(await peers.as(by).submit(approval(started, { status: 'CHANGES_REQUESTED', verified })));
    expect(await peers.review(id)).toMatchObject({ decision: { outcome: 'changes_requested' } });
  });

  it.each<[string, string, (peers: Peers) => void]>([
    ['a blank line', after, (peers) => peers.change({ 'sum.ts': `${sum('a + b')}\n` })],
    ['other indentation', beside, (peers) => peers.change({ 'sum.ts': sum('a + b').replace('  return', '\treturn') })],
    ['another file name', after, (peers) => peers.change({ 'sum.ts': '', 'add.ts': sum('a + b') })],
    ['another wording of the line', beside, (peers) => peers.change({ 'sum.ts': sum('(a + b)') })],
    ['work elsewhere', after, (peers) => peers.change({ 'other.ts': 'export const other = 1;\n' })],
  ])('by %s and a new request, %s', async (touched, when, touch) => {
    const { peers, id: first } = await objected();
    if (when !== beside) must(await peers.as('maker').withdraw({ review: first, reason: touched }));
    touch(peers);
    const { id, by, started } = await askedAnew(peers);
    expect(started.packet.toVerify).toMatchObject([{ message: said, from: { review: first } }]);
    expect(await peers.as(by).submit(approval(started, { verified: [] }))).toMatchObject({
      code: 'opinion_incomplete',
    });
    const verified = started.packet.toVerify.map(({ id: finding }) => ({ finding, outcome: 'still_open' as const }));
    const opposed = await peers.as(by).submit(approval(started, { verified }));
    expect(opposed).toMatchObject({ code: 'opinion_contradicts' });
    must(await peers.as(by).submit(approval(started, { status: 'CHANGES_REQUESTED', verified })));
    // The maker was asked to mend it before, under whatever number.
    expect(await peers.review(id)).toMatchObject({
      decision: { outcome: 'changes_requested' },
      escalation: { trigger: 'fix_loop', stop: 'same_finding' },
    });
  });

  it('by a revision of another review onto its content, exactly or nearly', async () => {
    const { peers } = await objected();
    peers.repository.git('checkout', '--quiet', '-b', 'harmless', 'main');
    peers.change({ 'note.ts': 'export const note = 1;\n' });
    const { id, by } = await askedAnew(peers);
    peers.repository.git('checkout', '--quiet', 'topic');
    const again = { review: id, changesMade: 'another way' };
    expect(await peers.as('maker').revise(again)).toMatchObject({ code: 'already_requested' });
    peers.change({ 'sum.ts': `${sum('a + b')}\n` });
    must(await peers.as('maker').revise(again));
    const started = must(await peers.as(by).start({ review: id }));
    expect(started.packet.toVerify).toMatchObject([{ message: said }]);
  });

  it('that rejects the whole, by a blank line', async () => {
    const { peers, id: first } = await objected({ status: 'REJECTED', ground: 'fundamental_flaw', findings: [] });
    peers.change({ 'sum.ts': `${sum('a + b')}\n` });
    const { started } = await askedAnew(peers);
    expect(started.packet.toVerify).toMatchObject([
      { severity: 'critical', category: 'objection', from: { review: first } },
    ]);
  });

  it('by withdrawing the second request too: it is raised once, under the review it came from', async () => {
    const { peers, id: first } = await objected();
    for (const text of ['\n', '\n\n']) {
      peers.change({ 'sum.ts': `${sum('a + b')}${text}` });
      const { id, started } = await askedAnew(peers);
      expect(started.packet.toVerify).toMatchObject([{ from: { review: first } }]);
      must(await peers.as('maker').withdraw({ review: id, reason: 'the wrong time' }));
    }
  });

  it('by a revision, or a withdrawal and another request, before its round is decided', async () => {
    for (const way of ['revise', 'withdraw'] as const) {
      const peers = await Peers.open();
      for (const name of ['maker', 'critic', 'second', 'third']) await peers.agent(name);
      peers.change({ 'sum.ts': sum('a + b') });
      const { id: first } = must(await peers.as('maker').request());
      const unsure = { status: 'APPROVED', confidence: 70, findings: [{ ...point, severity: 'important' }] } as const;
      must(await peers.as('critic').submit(objection(must(await peers.as('critic').start({ review: first })), unsure)));
      expect(await peers.review(first)).toMatchObject({ decision: null, opinions: [{ confidence: 70 }] });
      peers.change({ 'sum.ts': `${sum('a + b')}\n` });
      if (way === 'revise') must(await peers.as('maker').revise({ review: first }));
      else must(await peers.as('maker').withdraw({ review: first, reason: 'the wrong time' }));
      const id = way === 'revise' ? first : must(await peers.as('maker').request()).id;
      const { reviewer } = await peers.review(id);
      const { packet } = must(await peers.as(reviewer ?? '').start({ review: id }));
      expect(packet.toVerify).toMatchObject([{ severity: 'important', from: { review: first } }]);
    }
  });

  it('but settled by other eyes, and replayed and rebuilt alike', async () => {
    const { peers } = await objected();
    peers.change({ 'sum.ts': sum('Number(BigInt(a) + BigInt(b))') });
    const { id, by, started } = await askedAnew(peers);
    expect(must(await peers.as(by).submit(approval(started))).review.status).toBe('approved');
    expect(await peers.review(id)).toMatchObject({ decision: { outcome: 'approved' } });
    expect(await peers.store.rebuild()).toMatchObject({ differences: [] });
  });

  it('and bothers nobody whose change does not hold what was objected to', async () => {
    const { peers } = await objected();
    peers.repository.git('checkout', '--quiet', '-b', 'unlike', 'main');
    peers.change({ 'sum.ts': 'export const sum = (...all: number[]) => all.reduce((x, y) => x + y, 0);\n' });
    const { started } = await askedAnew(peers);
    expect(started.packet.toVerify).toEqual([]);
  });
});

describe('what was found fixed', () => {
  const mended = 'Number(BigInt(a) + BigInt(b))';
  const other = {
    severity: 'important',
    category: 'naming',
    file: 'sum.ts',
    line: 2,
    message: 'Name the result.',
  } as const;

  it('is open again when a revision brings its lines back, in an open review or an approved one', async () => {
    for (const status of ['CHANGES_REQUESTED', 'APPROVED'] as const) {
      const { peers, id } = await objected();
      peers.change({ 'sum.ts': sum(mended) });
      must(await peers.as('maker').revise({ review: id }));
      const second = must(await peers.as('critic').start({ review: id }));
      const findings = status === 'APPROVED' ? [] : [other];
      must(await peers.as('critic').submit(approval(second, { status, findings })));
      expect((await peers.review(id)).peer?.earlier).toMatchObject([{ message: point.message, state: 'resolved' }]);

      peers.change({ 'sum.ts': `// Sums.\n${sum('a + b')}` });
      must(await peers.as('maker').revise({ review: id }));
      const third = must(await peers.as('critic').start({ review: id }));
      const back = { message: `${point.message} (Found fixed by critic; this revision holds it again.)`, line: 4 };
      expect(third.packet.toVerify).toContainEqual(expect.objectContaining({ ...back, state: 'open' }));
      const unsaid = third.packet.toVerify.filter(({ message }) => message !== back.message);
      const verified = unsaid.map((finding) => ({ finding: finding.id, outcome: 'fixed' as const }));
      expect(await peers.as('critic').submit(approval(third, { verified }))).toMatchObject({
        code: 'opinion_incomplete',
      });
      expect(await peers.store.rebuild()).toMatchObject({ differences: [] });
    }
  });

  it('is asked about again by another request that brings its lines back, and left alone where they never went', async () => {
    const { peers, id } = await objected();
    peers.change({ 'sum.ts': sum(mended) });
    must(await peers.as('maker').revise({ review: id }));
    must(await peers.as('critic').submit(approval(must(await peers.as('critic').start({ review: id })))));
    peers.change({ 'sum.ts': `// Sums.\n${sum('a + b')}` });
    const { started } = await askedAnew(peers);
    expect(started.packet.toVerify).toMatchObject([{ message: said, from: { review: id } }]);

    const kept = await objected();
    kept.peers.change({ 'sum.ts': `// Below 2 ** 53 only.\n${sum('a + b')}` });
    must(await kept.peers.as('maker').revise({ review: kept.id }));
    const again = must(await kept.peers.as('critic').start({ review: kept.id }));
    must(await kept.peers.as('critic').submit(approval(again, { status: 'CHANGES_REQUESTED', findings: [other] })));
    kept.peers.change({ 'sum.ts': `// Below 2 ** 53 alone.\n${sum('a + b')}` });
    must(await kept.peers.as('maker').revise({ review: kept.id }));
    const { packet } = must(await kept.peers.as('critic').start({ review: kept.id }));
    expect(packet.toVerify).toMatchObject([{ message: other.message }]);
  });
});
