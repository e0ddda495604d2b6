import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NotificationRow, Settled, Take } from '../../src/application/ports/outbox.js';
import type { Store } from '../../src/application/ports/store.js';
import { notificationWords } from '../../src/domain/model/notification.js';
import { decided, escalated, opinion, requested, started } from './sample-events.js';
import { record, type StoreUnderTest } from './store.js';

/** The person is told of an escalation, the creator of a verdict. */
const notifications = {
  creator: ['review_approved', 'review_changes_requested'],
  reviewer: [],
  human: ['review_escalated'],
} as const;

const opening = requested({ notifications });

/** Everything goes to `pager`; both channels are at hand. */
function ask(over: Partial<Take> = {}): Take {
  return {
    route: () => ['pager'],
    channels: ['pager', 'log'],
    since: 0,
    now: 10_000,
    leaseMs: 30_000,
    holder: 'first',
    limit: 10,
    ...over,
  };
}

const settled = (notification: number, result: Settled['result'], channel = 'pager'): Settled => ({
  notification,
  channel,
  result,
});

/** What every `Outbox` promises. */
export function outboxContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`outbox contract: ${name}`, () => {
    let context: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      context = await open();
      store = context.store;
    });

    afterEach(() => context.cleanUp());

    const approve = (id: string, at = 1_000) =>
      record(store, id, [opening, started(), opinion(), decided('approved')], at);
    const positions = async (over: Partial<Take> = {}) =>
      (await store.outbox.take(ask(over))).map(({ notification }) => notification.position);
    const deliveries = async () =>
      (await store.outbox.listNotifications({ limit: 50 })).flatMap((row) =>
        row.deliveries.map(({ channel, state }) => `${row.position} ${channel} ${state}`),
      );

    describe('what is to be told', () => {
      it('is written with the event that causes it, and nothing is written for the others', async () => {
        await approve('A1');
        await record(store, 'B1', [requested(), started(), decided('approved')]);
        const rows = await store.outbox.listNotifications({ limit: 50 });
        expect(rows).toEqual([
          {
            position: 4,
            word: 'review_approved',
            recipients: [{ party: 'creator', name: 'builder' }],
            detail: null,
            at: 1_000,
            review: {
              id: 'A1',
              title: 'main..topic',
              type: 'feature',
              status: 'approved',
              creator: 'builder',
              reviewer: 'embedded',
              revision: 0,
            },
            deliveries: [],
          },
        ]);
      });

      it('comes newest first, cut at the limit', async () => {
        await approve('A1');
        await record(store, 'B1', [opening, escalated()]);
        const listed = async (limit: number) =>
          (await store.outbox.listNotifications({ limit })).map(({ word, review }) => [word, review.id]);
        expect(await listed(50)).toEqual([
          ['review_escalated', 'B1'],
          ['review_approved', 'A1'],
        ]);
        expect(await listed(1)).toEqual([['review_escalated', 'B1']]);
      });

      it('keeps hostile text as it came', async () => {
        const reason = 'bad \u001b[31m "quote" \ud83e\udd89 \u202e\nnext';
        await record(store, 'A1', [
          opening,
          { type: 'review_escalated', data: { trigger: 'by_hand', reason, by: 'a' } },
        ]);
        const [row] = await store.outbox.listNotifications({ limit: 1 });
        expect(row?.detail).toBe(reason);
      });
    });

    describe('taking', () => {
      it('hands out each notification on each channel that it is routed to', async () => {
        await approve('A1');
        const route = ({ word }: NotificationRow) => (word === 'review_approved' ? ['pager', 'log', 'log'] : []);
        const attempts = await store.outbox.take(ask({ route }));
        expect(attempts.map(({ channel, number, notification }) => [channel, number, notification.review.id])).toEqual([
          ['pager', 1, 'A1'],
          ['log', 1, 'A1'],
        ]);
      });

      it('routes a notification once, whatever the configuration says later', async () => {
        await approve('A1');
        await store.outbox.take(ask({ route: () => [] }));
        expect(await positions({ route: () => ['pager'] })).toEqual([]);
      });

      it('tells nothing that happened before the first time that anybody asked', async () => {
        await approve('A1', 1_000);
        await approve('B1', 5_000);
        await approve('C1', 6_000);
        expect(await positions({ since: 5_000 })).toEqual([8, 12]);
      });

      it('tells what happened while nobody asked, after the first time', async () => {
        await store.outbox.take(ask({ since: 900 }));
        await approve('A1', 1_000);
        expect(await positions({ since: 5_000 })).toEqual([4]);
      });

      it('hands nothing out twice before the lease has ended, and again after it', async () => {
        await approve('A1');
        expect(await positions({ now: 10_000 })).toEqual([4]);
        expect(await positions({ now: 39_999, holder: 'second' })).toEqual([]);
        const again = await store.outbox.take(ask({ now: 40_000, holder: 'second' }));
        expect(again.map(({ notification, number }) => [notification.position, number])).toEqual([[4, 2]]);
      });

      it('leaves alone what is for a channel that the caller does not have', async () => {
        await approve('A1');
        expect(await positions({ channels: ['log'] })).toEqual([]);
        expect(await positions({ channels: ['pager'] })).toEqual([4]);
      });

      it('hands out no more than the limit for each channel, the longest due first', async () => {
        for (const id of ['A1', 'B1', 'C1']) await approve(id);
        expect(await positions({ limit: 2 })).toEqual([4, 8]);
        expect(await positions({ limit: 2 })).toEqual([12]);
      });
    });

    describe('settling', () => {
      it('ends a delivery for good', async () => {
        await approve('A1');
        await store.outbox.take(ask());
        await store.outbox.settle({
          holder: 'first',
          now: 11_000,
          results: [settled(4, { outcome: 'delivered' })],
        });
        const [row] = await store.outbox.listNotifications({ limit: 1 });
        expect(row?.deliveries).toEqual([
          { channel: 'pager', state: 'delivered', attempts: 1, nextAt: null, settledAt: 11_000, error: null },
        ]);
        expect(await positions({ now: 99_999_999 })).toEqual([]);
      });

      it('tries again when it is time, and counts', async () => {
        await approve('A1');
        await store.outbox.take(ask());
        const failed = { outcome: 'failed', error: 'HTTP 500', nextAt: 20_000 } as const;
        await store.outbox.settle({ holder: 'first', now: 11_000, results: [settled(4, failed)] });
        expect(await positions({ now: 19_999 })).toEqual([]);
        const [attempt] = await store.outbox.take(ask({ now: 20_000 }));
        expect(attempt?.number).toBe(2);
      });

      it('gives up only when told so', async () => {
        await approve('A1');
        await store.outbox.take(ask());
        const failed = { outcome: 'failed', error: 'gone', nextAt: null } as const;
        await store.outbox.settle({ holder: 'first', now: 11_000, results: [settled(4, failed)] });
        expect(await deliveries()).toEqual(['4 pager dead']);
        expect(await positions({ now: 99_999_999 })).toEqual([]);
        expect(await store.outbox.unsettled()).toEqual([{ channel: 'pager', state: 'dead', count: 1 }]);
      });

      it('forgets an attempt that was not made', async () => {
        await approve('A1');
        await store.outbox.take(ask());
        await store.outbox.settle({ holder: 'first', now: 11_000, results: [settled(4, { outcome: 'released' })] });
        const [attempt] = await store.outbox.take(ask({ now: 11_000, holder: 'second' }));
        expect(attempt?.number).toBe(1);
      });

      it('takes a delivery from whoever made it, and a failure only from whoever still holds it', async () => {
        await approve('A1');
        await store.outbox.take(ask({ holder: 'first' }));
        await store.outbox.take(ask({ now: 50_000, holder: 'second' }));
        const failed = { outcome: 'failed', error: 'late', nextAt: 60_000 } as const;
        await store.outbox.settle({ holder: 'first', now: 51_000, results: [settled(4, failed)] });
        expect(await positions({ now: 60_000 })).toEqual([]);
        await store.outbox.settle({ holder: 'first', now: 61_000, results: [settled(4, { outcome: 'delivered' })] });
        await store.outbox.settle({ holder: 'second', now: 62_000, results: [settled(4, failed)] });
        expect(await deliveries()).toEqual(['4 pager delivered']);
      });
    });

    describe('looking', () => {
      it('knows without writing whether there is work', async () => {
        const hasWork = (now: number, channels = ['pager']) => store.outbox.hasWork({ channels, now });
        const anybody = (now: number) => store.outbox.hasWork({ now });
        expect(await hasWork(10_000)).toBe(false);
        await approve('A1');
        expect(await hasWork(10_000)).toBe(true);
        await store.outbox.take(ask());
        expect(await hasWork(10_000)).toBe(false);
        expect(await hasWork(40_000)).toBe(true);
        expect(await hasWork(40_000, ['log'])).toBe(false);
        expect(await hasWork(40_000, [])).toBe(false);
        expect([await anybody(39_999), await anybody(40_000)]).toEqual([false, true]);
      });

      it('finds notifications by what became of them', async () => {
        await approve('A1');
        await approve('B1');
        await store.outbox.take(ask());
        await store.outbox.settle({ holder: 'first', now: 1, results: [settled(4, { outcome: 'delivered' })] });
        const found = async (...states: Parameters<Store['outbox']['listNotifications']>[0]['states'] & object) =>
          (await store.outbox.listNotifications({ limit: 50, states })).map(({ position }) => position);
        expect(await found('delivered')).toEqual([4]);
        expect(await found('pending')).toEqual([8]);
        expect(await found('dead', 'pending', 'delivered')).toEqual([8, 4]);
        expect(await found('dropped')).toEqual([]);
      });
    });

    describe('a person', () => {
      const dead = async (...ids: readonly string[]) => {
        for (const id of ids) await approve(id);
        const attempts = await store.outbox.take(ask());
        const failed = { outcome: 'failed', error: 'gone', nextAt: null } as const;
        const results = attempts.map(({ notification }) => settled(notification.position, failed));
        await store.outbox.settle({ holder: 'first', now: 11_000, results });
      };

      it('has the dead tried again from the start', async () => {
        await dead('A1', 'B1');
        expect(await store.outbox.retry({ position: 8, now: 12_000 })).toBe(1);
        const attempts = await store.outbox.take(ask({ now: 12_000 }));
        expect(attempts.map(({ notification, number }) => [notification.position, number])).toEqual([[8, 1]]);
        expect(await store.outbox.retry({ now: 13_000 })).toBe(1);
        expect(await positions({ now: 13_000 })).toEqual([4]);
      });

      it('does not disturb an attempt that is under way', async () => {
        await approve('A1');
        await store.outbox.take(ask());
        expect(await store.outbox.retry({ now: 12_000 })).toBe(0);
      });

      it('gives up what is not delivered', async () => {
        await dead('A1', 'B1');
        expect(await store.outbox.drop({ channel: 'log', now: 12_000 })).toBe(0);
        expect(await store.outbox.drop({ position: 4, channel: 'pager', now: 12_000 })).toBe(1);
        expect(await store.outbox.drop({ now: 12_000 })).toBe(1);
        expect(await deliveries()).toEqual(['8 pager dropped', '4 pager dropped']);
        expect(await store.outbox.unsettled()).toEqual([]);
      });
    });

    it('survives a reopening and a rebuild: what was told is not told again', async () => {
      const everything = { creator: notificationWords, reviewer: notificationWords, human: notificationWords };
      await record(store, 'A1', [requested({ notifications: everything }), started(), decided('rejected')]);
      const attempts = await store.outbox.take(ask());
      expect(attempts.length).toBeGreaterThan(1);
      const results = attempts.map(({ notification }) => settled(notification.position, { outcome: 'delivered' }));
      await store.outbox.settle({ holder: 'first', now: 11_000, results });
      const before = await store.outbox.listNotifications({ limit: 50 });
      const reopened = await context.reopen();
      expect(await reopened.rebuild()).toMatchObject({ differences: [] });
      expect(await reopened.outbox.listNotifications({ limit: 50 })).toEqual(before);
      expect(await reopened.outbox.take(ask({ now: 99_999_999 }))).toEqual([]);
      expect(await reopened.verify()).toMatchObject({ intact: true });
    });
  });
}
