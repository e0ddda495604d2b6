import { describe, expect, it } from 'vitest';
import { decided, requested, started } from '../../../test/contract/sample-events.js';
import { record } from '../../../test/contract/store.js';
import { ManualClock } from '../../adapters/clock/manual-clock.js';
import { MemoryStore } from '../../adapters/storage/memory/memory-store.js';
import { attemptsAtMost } from '../../domain/notification/back-off.js';
import type { Message } from '../../domain/notification/message.js';
import type { Channel, SendResult } from '../ports/notifier.js';
import { deliverNotifications, leaseMs } from './deliver.js';

const words = { creator: ['review_approved'], reviewer: [], human: [] } as const;

interface Answering extends Channel {
  /** Ids of the messages it got, in order. */
  readonly sent: readonly string[];
  answer: (message: Message) => SendResult;
}

/** A channel that a test answers for. */
function channel(name: string, over: Partial<Channel> = {}): Answering {
  const sent: string[] = [];
  return {
    name,
    kind: 'file',
    available: true,
    sent,
    wants: () => true,
    answer: () => ({ outcome: 'delivered' }),
    send(messages) {
      return Promise.resolve(
        messages.map((message) => {
          sent.push(message.id);
          return this.answer(message);
        }),
      );
    },
    ...over,
  };
}

class World {
  readonly store = new MemoryStore();
  readonly clock = new ManualClock(1_000_000);
  readonly pager = channel('pager');
  readonly log = channel('log');
  #process = 0;

  approve(id: string) {
    return record(this.store, id, [requested({ notifications: words }), started(), decided('approved')], 1_000_000);
  }

  /** A process that comes by, with all channels unless said otherwise. */
  deliver(channels: readonly Channel[] = [this.pager, this.log], signal = new AbortController().signal) {
    this.#process += 1;
    const { outbox } = this.store;
    const on = { outbox, clock: this.clock, channels, holder: `process ${this.#process}`, random: () => 0.5, since: 0 };
    return deliverNotifications(on, signal);
  }

  async states() {
    const rows = await this.store.outbox.listNotifications({ limit: 50 });
    return rows.flatMap(({ deliveries }) => deliveries.map(({ channel: name, state }) => `${name} ${state}`));
  }
}

const failed: SendResult = { outcome: 'failed', error: 'HTTP 500' };

describe('delivering', () => {
  it('sends each notification once by each channel, and marks it', async () => {
    const world = new World();
    await world.approve('A1');
    expect(await world.deliver()).toEqual({ delivered: 2, failed: 0, dead: 0 });
    expect(await world.deliver()).toEqual({ delivered: 0, failed: 0, dead: 0 });
    expect(world.pager.sent).toEqual(['msg_A1_3']);
    expect(world.log.sent).toEqual(['msg_A1_3']);
    expect(await world.states()).toEqual(['log delivered', 'pager delivered']);
  });

  it('goes on until everything that gathered is sent', async () => {
    const world = new World();
    for (let index = 0; index < 60; index += 1) await world.approve(`A${index}`);
    expect(await world.deliver([world.pager])).toMatchObject({ delivered: 60 });
    expect(new Set(world.pager.sent).size).toBe(60);
  });

  it('sends again what was sent but not marked: the process died in between', async () => {
    const world = new World();
    await world.approve('A1');
    const { outbox } = world.store;
    const dying = {
      hasWork: outbox.hasWork.bind(outbox),
      take: outbox.take.bind(outbox),
      settle: () => Promise.reject(new Error('killed')),
    };
    const on = { clock: world.clock, channels: [world.pager], holder: 'dying', random: () => 0.5, since: 0 };
    const crash = deliverNotifications({ ...on, outbox: dying }, new AbortController().signal);
    await expect(crash).rejects.toThrow('killed');
    expect(world.pager.sent).toHaveLength(1);
    expect(await world.deliver()).toMatchObject({ delivered: 0 });
    world.clock.advance(leaseMs);
    expect(await world.deliver()).toMatchObject({ delivered: 1 });
    expect(world.pager.sent).toEqual(['msg_A1_3', 'msg_A1_3']);
  });

  it('sends nothing twice when two processes come at once', async () => {
    const world = new World();
    for (let index = 0; index < 30; index += 1) await world.approve(`A${index}`);
    await Promise.all([world.deliver([world.pager]), world.deliver([world.pager]), world.deliver([world.pager])]);
    expect(world.pager.sent).toHaveLength(30);
    expect(new Set(world.pager.sent).size).toBe(30);
  });

  it('waits longer after each failure, then sends', async () => {
    const world = new World();
    await world.approve('A1');
    world.pager.answer = () => failed;
    expect(await world.deliver([world.pager])).toEqual({ delivered: 0, failed: 1, dead: 0 });
    world.clock.advance(4_999);
    expect(await world.deliver([world.pager])).toEqual({ delivered: 0, failed: 0, dead: 0 });
    world.clock.advance(1);
    expect(await world.deliver([world.pager])).toEqual({ delivered: 0, failed: 1, dead: 0 });
    world.clock.advance(19_999);
    expect(await world.deliver([world.pager])).toEqual({ delivered: 0, failed: 0, dead: 0 });
    world.pager.answer = () => ({ outcome: 'delivered' });
    world.clock.advance(1);
    expect(await world.deliver([world.pager])).toEqual({ delivered: 1, failed: 0, dead: 0 });
  });

  it('gives up after the last attempt, and shows why', async () => {
    const world = new World();
    await world.approve('A1');
    world.pager.answer = () => failed;
    for (let attempt = 0; attempt < attemptsAtMost + 5; attempt += 1) {
      await world.deliver([world.pager]);
      world.clock.advance(8 * 3_600_000);
    }
    expect(world.pager.sent).toHaveLength(attemptsAtMost);
    expect(await world.states()).toEqual(['pager dead']);
    const [row] = await world.store.outbox.listNotifications({ limit: 1, states: ['dead'] });
    expect(row?.deliveries[0]).toMatchObject({ error: 'HTTP 500', attempts: attemptsAtMost });
  });

  it('gives up at once where another attempt would be pointless', async () => {
    const world = new World();
    await world.approve('A1');
    world.pager.answer = () => ({ ...failed, final: true });
    expect(await world.deliver()).toEqual({ delivered: 1, failed: 0, dead: 1 });
  });

  it('waits as long as the receiver asked for', async () => {
    const world = new World();
    await world.approve('A1');
    world.pager.answer = () => ({ ...failed, waitMs: 3_600_000 });
    await world.deliver();
    world.clock.advance(3_599_999);
    expect(await world.deliver()).toMatchObject({ failed: 0 });
    world.clock.advance(1);
    expect(await world.deliver()).toMatchObject({ failed: 1 });
  });

  it('lets no channel suffer from another that breaks', async () => {
    const world = new World();
    await world.approve('A1');
    const broken = channel('broken', { send: () => Promise.reject(new Error('no such disk')) });
    expect(await world.deliver([broken, world.log])).toEqual({ delivered: 1, failed: 1, dead: 0 });
    const [row] = await world.store.outbox.listNotifications({ limit: 1 });
    expect(row?.deliveries.map(({ error }) => error)).toEqual(['no such disk', null]);
  });

  it('leaves to others what this process cannot send by', async () => {
    const world = new World();
    await world.approve('A1');
    const absent = channel('pager', { available: false });
    expect(await world.deliver([absent, world.log])).toMatchObject({ delivered: 1 });
    expect(await world.states()).toEqual(['log delivered', 'pager pending']);
    expect(await world.deliver()).toMatchObject({ delivered: 1 });
    expect(absent.sent).toEqual([]);
    expect(world.pager.sent).toEqual(['msg_A1_3']);
  });

  it('stops when there is no time left; what was not begun costs no attempt', async () => {
    const world = new World();
    await world.approve('A1');
    const time = new AbortController();
    const slow = channel('pager', {
      send: (messages) => {
        time.abort();
        return Promise.resolve(messages.map(() => ({ outcome: 'released' })));
      },
    });
    expect(await world.deliver([slow], time.signal)).toEqual({ delivered: 0, failed: 0, dead: 0 });
    const [row] = await world.store.outbox.listNotifications({ limit: 1 });
    expect(row?.deliveries).toMatchObject([{ state: 'pending', attempts: 0 }]);
    expect(await world.deliver()).toMatchObject({ delivered: 1 });
  });

  it('writes nothing where nothing is due', async () => {
    const world = new World();
    let taken = 0;
    const { outbox } = world.store;
    const watched = {
      hasWork: outbox.hasWork.bind(outbox),
      take: (ask: Parameters<typeof outbox.take>[0]) => {
        taken += 1;
        return outbox.take(ask);
      },
      settle: outbox.settle.bind(outbox),
    };
    const on = { clock: world.clock, channels: [world.pager], holder: 'first', random: () => 0.5, since: 0 };
    await deliverNotifications({ ...on, outbox: watched }, new AbortController().signal);
    expect(taken).toBe(0);
  });
});
