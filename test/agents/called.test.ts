import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../../src/adapters/drivers/fake/behaviour.js';
import { tick } from '../../src/application/deadlines/tick.js';
import { callNext, offeredReviews } from '../../src/application/peer/call/call.js';
import { Calls } from '../../src/application/peer/call/calls.js';
import type { Store } from '../../src/application/ports/store.js';
import { seatName } from '../../src/domain/model/seat.js';
import { digest } from '../../src/main/digest.js';
import { calling, claimPolicy } from '../kit/called.js';
import { minute } from '../kit/peer.js';
import { approval, must, objection, Peers } from '../kit/peers.js';

const never = new AbortController().signal;

/** A review that waits for `critic`, with nobody else than `second` in its line. */
async function waiting(policy = claimPolicy, ...agents: readonly string[]) {
  const peers = await Peers.open(policy);
  for (const name of ['maker', ...(agents.length === 0 ? ['critic', 'second'] : agents)]) await peers.agent(name);
  peers.change({ 'a.ts': 'two\n' });
  const { id } = must(await peers.as('maker').request());
  const { store, clock } = peers;
  const fire = () => tick({ store, clock, digest });
  const pass = async (minutes: number) => {
    clock.advance(minutes * minute);
    return fire();
  };
  const call = async (behaviours: Readonly<Record<string, Behaviour>>, meanwhile?: () => Promise<void>) =>
    (await callNext(await calling(peers, behaviours, meanwhile), id, () => undefined, never))?.said;
  const offered = async () => (await offeredReviews({ store })).map((row) => row.id);
  const of = async (type: string) => {
    const events = await store.readStream(`review/${id}`);
    return events.filter((event) => event.type === type).map(({ data }) => data as Record<string, unknown>);
  };
  return { peers, id, pass, call, offered, of, fire };
}

describe('a seat that an agent is to claim', () => {
  it('is its own while it has time, and nobody is called', async () => {
    const { peers, id, pass, offered } = await waiting();
    await pass(9);
    expect(await offered()).toEqual([]);
    must(await peers.as('critic').start({ review: id }));
    await pass(20);
    expect(await offered()).toEqual([]);
  });

  it('goes to the fallback when its time is over, once, and its opinion decides', async () => {
    const { peers, id, pass, call, offered, of, fire } = await waiting();
    expect((await pass(10)).fired).toBe(1);
    expect((await fire()).fired).toBe(0);
    expect(await offered()).toEqual([id]);
    expect(await call({ helper: 'well' })).toContain('helper was called and approved');
    const review = await peers.review(id);
    expect([review.status, review.reviewer]).toEqual(['approved', 'helper']);
    expect(review.opinions).toMatchObject([
      {
        seat: { role: 'helper', driver: 'command' },
        verdict: 'approved',
        inPlaceOf: [{ seat: { role: 'critic', driver: 'mcp' }, failure: { kind: 'timed_out' } }],
      },
    ]);
    expect(await of('opinion_submitted')).toMatchObject([{ by: 'helper' }]);
    expect(await call({ helper: 'well' })).toBeUndefined();
    expect((await peers.store.rebuild()).differences).toEqual([]);
  });

  it('objects through the fallback as well', async () => {
    const { peers, id, pass, call } = await waiting();
    await pass(10);
    await call({ helper: 'objects' });
    const review = await peers.review(id);
    expect(review.status).toBe('changes_requested');
    expect(review.findings).toMatchObject([{ file: 'a.ts', line: 1 }]);
  });

  it('is still the agent’s while nobody was called: coming late, it takes its seat back', async () => {
    const { peers, id, pass, call, offered } = await waiting();
    await pass(12);
    expect((await peers.as('critic').list({ mine: 'to_do' })) as unknown).toMatchObject([{ id }]);
    const started = must(await peers.as('critic').start({ review: id }));
    expect(await offered()).toEqual([]);
    expect(await call({ helper: 'objects' })).toBeUndefined();
    must(await peers.as('critic').submit(approval(started)));
    expect((await peers.review(id)).opinions.map(({ seat }) => seatName(seat))).toEqual(['critic@mcp']);
  });

  it('is not claimed while somebody is called: the agent is told who is at work', async () => {
    const { peers, id, pass, call, of } = await waiting();
    await pass(10);
    let told: unknown;
    await call({ helper: 'well' }, async () => {
      told = await peers.as('critic').start({ review: id });
    });
    expect(told).toMatchObject({ code: 'not_the_reviewer' });
    expect(JSON.stringify(told)).toContain('helper was called');
    expect(await of('opinion_submitted')).toHaveLength(1);
    expect(await peers.refusedTo(id)).toMatchObject([{ actor: 'critic', code: 'not_the_reviewer' }]);
  });

  it('counts one opinion where the agent called answers after its lease and another took over', async () => {
    const { peers, id, pass, call, of } = await waiting();
    await pass(10);
    const said = await call({ helper: 'well' }, async () => {
      // 30 minutes of the opinion and 5 to spare: the worker is presumed gone, and helper is offered once more.
      await pass(36);
      await call({ helper: 'objects' });
    });
    expect(said).toContain('came too late');
    const review = await peers.review(id);
    expect(review.status).toBe('changes_requested');
    expect(await of('opinion_submitted')).toHaveLength(1);
    expect(await of('opinion_discarded')).toMatchObject([{ by: 'helper', opinion: { verdict: 'approved' } }]);
  });

  it('lets what it objects to stand where it comes too late, for whoever reviews, and in what was approved already', async () => {
    for (const taker of ['second', 'helper'] as const) {
      const { peers, id, pass, call, of } = await waiting();
      await pass(10);
      const said = await call({ helper: 'critical' }, async () => {
        await pass(36);
        if (taker === 'helper') await call({ helper: 'well' });
      });
      expect(said).toContain('what it objects to stands');
      const review = await peers.review(id);
      expect(review.status).toBe(taker === 'helper' ? 'approved' : 'pending');
      expect(await of('opinion_submitted')).toHaveLength(taker === 'helper' ? 1 : 0);
      expect(review.peer?.earlier).toMatchObject([
        {
          severity: 'critical',
          state: 'open',
          message: expect.stringContaining('(Said by helper@command when') as string,
        },
      ]);
      expect(await peers.store.rebuild()).toMatchObject({ differences: [] });
      if (taker === 'second') expect(await call({ helper: 'curt' })).toContain('gave no opinion');
    }
  });

  it('does not take an answer for content that was revised meanwhile', async () => {
    const { peers, id, pass, call, of } = await waiting();
    await pass(10);
    await call({ helper: 'well' }, async () => {
      peers.change({ 'a.ts': 'three\n' });
      must(await peers.as('maker').revise({ review: id }));
    });
    expect((await peers.review(id)).status).toBe('pending_re_review');
    expect(await of('opinion_submitted')).toEqual([]);
    expect(await of('opinion_discarded')).toHaveLength(1);
  });
});

describe('a called agent', () => {
  it('answers the questions of the author and verifies what was found before, as anybody who submits must', async () => {
    const { peers, id, pass, call, of } = await waiting(claimPolicy);
    const first = must(await peers.as('critic').start({ review: id }));
    must(await peers.as('critic').submit(objection(first)));
    const [found] = (await peers.review(id)).findings;
    peers.change({ 'a.ts': 'three\n' });
    must(await peers.as('maker').revise({ review: id, fixed: [found?.id ?? ''] }));
    await pass(10);
    await call({ helper: 'well' });
    expect((await peers.review(id)).status).toBe('approved');
    expect(await of('finding_verified')).toMatchObject([{ findingId: found?.id, outcome: 'fixed', by: 'helper' }]);
  });

  it('that leaves a question without an answer approves nothing', async () => {
    const peers = await Peers.open(claimPolicy);
    for (const name of ['maker', 'critic', 'second']) await peers.agent(name);
    peers.change({ 'a.ts': 'two\n' });
    const { id } = must(await peers.as('maker').request({ questions: ['Is it fast?'] }));
    const { store, clock } = peers;
    const call = async (behaviour: Behaviour) =>
      (await callNext(await calling(peers, { helper: behaviour, spare: behaviour }), id, () => undefined, never))?.said;
    clock.advance(10 * minute);
    await tick({ store, clock, digest });
    expect(await call('curt')).toContain('answers[0]');
    expect((await peers.review(id)).status).toBe('pending');
    await call('well');
    const { status, opinions } = await peers.review(id);
    expect([status, opinions[0]?.answers]).toEqual(['approved', ['Yes, it does.']]);
  });
});

describe('a called agent that fails', () => {
  it.each<[Behaviour, string]>([
    ['half', 'unreadable'],
    ['injected', 'unreadable'],
    ['replayed', 'unreadable'],
    ['crash', 'crashed'],
    ['quota', 'quota'],
    ['empty', 'unreadable'],
    ['blank', 'unreadable'],
    ['braces', 'unreadable'],
    ['essay', 'unreadable'],
    ['lgtm', 'unreadable'],
  ])('%s leaves the seat to the next, on record', async (behaviour, kind) => {
    const { peers, id, pass, call, offered, of } = await waiting();
    await pass(10);
    await call({ helper: behaviour, spare: 'well' });
    expect((await peers.review(id)).status).toBe('pending');
    expect(await of('opinion_discarded')).toMatchObject([{ by: 'helper', opinion: { failure: { kind } } }]);
    expect(await offered()).toEqual([id]);
    await call({ helper: behaviour, spare: 'well' });
    const { status, opinions } = await peers.review(id);
    expect(status).toBe('approved');
    expect(opinions).toMatchObject([
      {
        seat: { role: 'spare' },
        inPlaceOf: [{ seat: { role: 'critic' } }, { seat: { role: 'helper' }, failure: { kind } }],
      },
    ]);
  });

  it('as the last of them leaves the seat to the backup, and nothing is approved', async () => {
    const { peers, id, pass, call, offered } = await waiting();
    await pass(10);
    await call({ helper: 'half', spare: 'half' });
    await call({ helper: 'half', spare: 'half' });
    expect(await offered()).toEqual([]);
    const review = await peers.review(id);
    expect([review.status, review.reviewer, review.decision]).toEqual(['pending', 'second', null]);
  });

  it('leaves the seat to a person where there is no backup', async () => {
    const alone = claimPolicy.replace('backup: second, ', '');
    const { peers, id, pass, call } = await waiting(alone, 'critic');
    await pass(10);
    await call({ helper: 'half', spare: 'half' });
    await call({ helper: 'half', spare: 'half' });
    await pass(16);
    expect((await peers.review(id)).status).toBe('escalated');
  });

  it('is called once more where its worker is gone, and no third time', async () => {
    const { peers, id, pass, call, of, offered } = await waiting();
    const on = await calling(peers, { helper: 'well' });
    await pass(10);
    for (const minutes of [36, 36]) {
      const dying = { ...on, store: new Proxy<Store>(peers.store, { get: goneAfterOneAppend() }) };
      await expect(callNext(dying, id, () => undefined, never)).rejects.toThrow('gone');
      expect((await peers.review(id)).status).toBe('in_progress');
      await pass(minutes);
      expect(await offered()).toEqual([id]);
    }
    expect((await of('seat_offered')).map(({ agents }) => agents)).toEqual([
      ['helper', 'spare'],
      ['helper', 'spare'],
      ['spare'],
    ]);
    await call({ spare: 'well' });
    expect(await of('opinion_submitted')).toHaveLength(1);
    expect((await peers.review(id)).status).toBe('approved');
  });
});

describe('the calls of one worker', () => {
  it('tell whether another turn is any use', async () => {
    const { peers, pass } = await waiting();
    await pass(10);
    const on = await calling(peers, { helper: 'half', spare: 'well' });
    const calls = new Calls({ store: peers.store }, (id, signal) => callNext(on, id, () => undefined, signal));
    for (const said of ['helper was called', 'spare was called and approved']) {
      expect(await calls.begin(never)).toEqual([]);
      expect(await calls.finish()).toMatchObject({ said: [expect.stringContaining(said)], moved: true });
    }
    await calls.begin(never);
    expect(await calls.finish()).toEqual({ said: [], moved: false });
  });

  it('tell it of an agent that cannot be called as well, whose review another turn would offer again', async () => {
    const { peers, id, pass, offered } = await waiting();
    await pass(10);
    const calls = new Calls({ store: peers.store }, () => Promise.reject(new Error('no such program')));
    await calls.begin(never);
    expect(await calls.finish()).toEqual({ said: [`review ${id}: no such program`], moved: false });
    expect(await offered()).toEqual([id]);
  });
});

/** A store whose process is gone once it has appended: the seat is taken, and nothing of the answer is recorded. */
function goneAfterOneAppend() {
  let appended = 0;
  return (target: object, key: string | symbol): unknown => {
    const value: unknown = Reflect.get(target, key, target);
    if (typeof value !== 'function') return value;
    return (...given: unknown[]) => {
      if (key === 'append' && (appended += 1) > 1) throw new Error('gone');
      return (value as (...args: unknown[]) => unknown).apply(target, given);
    };
  };
}

describe('a word of the line that nobody with a token bears', () => {
  it('waits its time, then the fallback is called', async () => {
    const alone = claimPolicy.replace('backup: second, ', '');
    const { peers, id, pass, call } = await waiting(alone, 'second');
    expect((await peers.review(id)).peer?.assignment).toBeNull();
    await pass(10);
    await call({ helper: 'well' });
    expect((await peers.review(id)).status).toBe('approved');
  });
});

describe('whoever made the change', () => {
  it('is never called for it', async () => {
    const { peers, id, pass, offered } = await waiting(claimPolicy, 'critic', 'second');
    peers.change({ 'a.ts': 'by helper\n' }, 'more', 'helper');
    peers.change({ 'a.ts': 'by spare\n' }, 'more', 'spare');
    must(await peers.as('maker').revise({ review: id }));
    await pass(10);
    expect(await offered()).toEqual([]);
    expect((await peers.review(id)).peer?.assignment?.reviewer).toBe('critic');
  });
});
