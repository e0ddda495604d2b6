import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../src/domain/model/refusal.js';
import { approval, must, Peers } from '../kit/peers.js';

async function reviewing() {
  const peers = await Peers.open();
  for (const name of ['maker', 'critic', 'second']) await peers.agent(name);
  peers.change({ 'a.ts': 'two\n' });
  const { id } = must(await peers.as('maker').request({ questions: ['Is it safe?'] }));
  return { peers, started: must(await peers.as('critic').start({ review: id })) };
}

describe('every problem of an opinion is told at once:', () => {
  it('what is missing, what contradicts itself, and judgements of what nobody contested', async () => {
    const { peers, started } = await reviewing();
    const critical = { severity: 'critical', category: 'bug', file: 'a.ts', line: 1, message: 'It breaks. Mend it.' };
    const wrong = approval(started, {
      confidence: 101,
      checklist: {},
      answers: [],
      findings: [critical],
      notRead: ['a.ts'],
      judged: [{ finding: 'F9', outcome: 'refuted', reason: 'so' }],
    });
    const refused = await peers.as('critic').submit(wrong);
    expect(refused).toMatchObject({ code: 'opinion_incomplete' });
    expect(isRefusal(refused) && refused.problems?.map(({ key }) => key)).toEqual([
      ...['confidence', 'checklist.correct', 'answers[0]', 'findings[0].severity', 'notRead[0]', 'judged'],
    ]);
    must(await peers.as('critic').submit(approval(started)));
  });

  it('also where some of its fields cannot be read, to its reviewer alone, and nothing is recorded', async () => {
    const { peers, started } = await reviewing();
    const before = await peers.events(started.review);
    const submission = approval(started, {
      nonce: '-',
      headTree: '-',
      checklist: {},
      notRead: ['a.ts'],
      confidence: 0,
    });
    const keys = async (
      name: string | undefined,
      unread: readonly ('nonce' | 'headTree' | 'confidence' | 'notRead')[],
    ) => must(await peers.as(name).further({ submission, unread })).map(({ key }) => key);
    expect(await keys('critic', ['nonce', 'headTree', 'confidence'])).toEqual(['checklist.correct', 'notRead[0]']);
    // With a field unread that the rest is compared with, only what is missing in the others is sure.
    expect(await keys('critic', ['notRead'])).toEqual(['checklist.correct']);
    for (const other of ['second', 'maker', undefined]) expect(await keys(other, [])).toEqual([]);
    expect(await peers.events(started.review)).toEqual(before);
  });
});
