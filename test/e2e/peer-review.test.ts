import { describe, expect, it } from 'vitest';
import { approval, must, objection, Peers } from '../kit/peers.js';

async function three(): Promise<Peers> {
  const peers = await Peers.open();
  for (const name of ['maker', 'critic', 'second']) await peers.agent(name);
  return peers;
}

describe('agents review each other', () => {
  it('request, start, submit: approved by another on exactly this content', async () => {
    const peers = await three();
    peers.change({ 'a.ts': 'one\ntwo\n' });
    const requested = must(await peers.as('maker').request({ questions: ['Is it right?'] }));
    expect(requested).toMatchObject({ status: 'pending', reviewer: 'critic', precheck: [] });
    const started = must(await peers.as('critic').start({ review: requested.id }));
    expect(started.packet).toMatchObject({ blind: true, questions: ['Is it right?'], notShown: [] });
    expect(started.packet.hunks['a.ts']).toHaveLength(1);
    const document = must(await peers.as('critic').submit(approval(started)));
    expect(document).toMatchObject({
      review: { status: 'approved', reviewer: 'critic' },
      decision: { outcome: 'approved', confidence: 90 },
      opinions: [{ seat: { role: 'critic', driver: 'mcp' } }],
    });
    expect(await peers.events(requested.id)).toEqual([
      'review_requested',
      'review_assigned',
      'review_started',
      'opinion_submitted',
      'review_decided',
    ]);
  });

  it('changes requested', async () => {
    const peers = await three();
    peers.change({ 'a.ts': 'two\n' });
    const { id } = must(await peers.as('maker').request());
    const started = must(await peers.as('critic').start({ review: id }));
    const document = must(await peers.as('critic').submit(objection(started)));
    expect(document.review.status).toBe('changes_requested');
    expect(document.findings).toMatchObject([
      { severity: 'important', file: 'a.ts', line: 1, quote: 'two', state: 'open' },
    ]);
  });
});
