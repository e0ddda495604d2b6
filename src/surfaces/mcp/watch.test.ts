import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect, type Given } from '../../../test/kit/mcp.js';
import { until } from '../../../test/kit/until.js';
import type { ReviewState } from '../../application/peer-review.js';
import type { PolicyInForce } from '../../application/ports/policy.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import { defaultPolicy } from '../../domain/policy/default-policy.js';

const id = '01K3ZQ5T8D0R7W2XHBN4VY6MCA';

/** A journal that goes on when a test says so, and counts how often it is asked. */
function journal() {
  const events: string[] = ['before'];
  const asked = { times: 0 };
  const given: Given = {
    position: () => {
      asked.times += 1;
      return Promise.resolve(events.length);
    },
    reviewsAfter: (position) => Promise.resolve([...new Set(events.slice(position))]),
  };
  return { asked, given, goOn: (review: string) => events.push(review) };
}

const inForce = (digest: string): PolicyInForce => ({ policy: defaultPolicy, origin: { source: 'base', digest } });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

describe('updates', () => {
  it('come to a client of 2025 that subscribed, until it unsubscribes', async () => {
    const { asked, given, goOn } = journal();
    const { client, watch } = await connect(given);
    const told: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.times).toBe(0);
    await client.subscribeResource({ uri: `review://${id}` });
    await client.subscribeResource({ uri: `review://${id.slice(0, 8).toLowerCase()}/packet` });
    goOn('another');
    goOn(id);
    await vi.advanceTimersByTimeAsync(500);
    await until(() => expect(told).toEqual([`review://${id}`, `review://${id.slice(0, 8).toLowerCase()}/packet`]));
    await client.unsubscribeResource({ uri: `review://${id}` });
    await client.unsubscribeResource({ uri: `review://${id.slice(0, 8).toLowerCase()}/packet` });
    const before = asked.times;
    goOn(id);
    await vi.advanceTimersByTimeAsync(10_000);
    await watch.look();
    expect(told).toHaveLength(2);
    expect(asked.times).toBe(before + 1);
    await expect(client.subscribeResource({ uri: 'file:///x' })).rejects.toThrow();
  });

  it('come when the newest commit holds another policy, or one that cannot be used', async () => {
    const { given } = journal();
    let policy: PolicyInForce | Refusal = inForce('one');
    let read = 0;
    const currentPolicy = () => {
      read += 1;
      return Promise.resolve(policy);
    };
    const { client } = await connect({ ...given, currentPolicy });
    const told: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
    await client.subscribeResource({ uri: 'policy://current' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(told).toEqual([]);
    expect(read).toBeLessThanOrEqual(3);
    policy = inForce('two');
    await vi.advanceTimersByTimeAsync(10_000);
    await until(() => expect(told).toEqual(['policy://current']));
    policy = refuse('policy_invalid', 'line 3', 'mend it');
    await vi.advanceTimersByTimeAsync(10_000);
    await until(() => expect(told).toEqual(['policy://current', 'policy://current']));
    await client.unsubscribeResource({ uri: 'policy://current' });
    const before = read;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(read).toBe(before);
  });

  it('come to a client of 2026 that listens, until it stops', async () => {
    const { asked, given, goOn } = journal();
    const { client } = await connect(given, { era: 'modern' });
    const told: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
    client.setNotificationHandler('notifications/resources/list_changed', () => void told.push('list'));
    const listening = await client.listen({ resourceSubscriptions: [`review://${id}`], resourcesListChanged: true });
    expect(listening.honoredFilter).toEqual({ resourceSubscriptions: [`review://${id}`], resourcesListChanged: true });
    goOn(id);
    await vi.advanceTimersByTimeAsync(500);
    await until(() => expect(told).toEqual([`review://${id}`, 'list']));
    await listening.close();
    await vi.advanceTimersByTimeAsync(500);
    const before = asked.times;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.times).toBe(before);
  });

  it('begin when the store can be asked, and outlive a fault', async () => {
    let answer: () => Promise<number | ReturnType<typeof refuse>> = () => Promise.reject(new Error('disk'));
    const { client, faults } = await connect({ position: () => answer(), reviewsAfter: () => Promise.resolve([id]) });
    const told: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
    await client.subscribeResource({ uri: `review://${id}` });
    await vi.advanceTimersByTimeAsync(500);
    await until(() => expect(faults.length).toBeGreaterThan(0));
    answer = () => Promise.resolve(refuse('not_a_repository', 'none'));
    await vi.advanceTimersByTimeAsync(500);
    for (const position of [3, 4]) {
      answer = () => Promise.resolve(position);
      await vi.advanceTimersByTimeAsync(500);
    }
    await until(() => expect(told).toEqual([`review://${id}`]));
  });
});

describe('get_review', () => {
  it('tells a waiting client every eight seconds that it goes on, and stops when the client does', async () => {
    let settle: ((state: ReviewState | ReturnType<typeof refuse>) => void) | undefined;
    let aborted = false;
    const { client } = await connect({
      peer: {
        getReview: (ask, _progress, signal) => {
          signal.addEventListener('abort', () => (aborted = true));
          expect(ask).toEqual({ review: id, waitMs: 45_000, sinceVersion: 3 });
          return new Promise((resolve) => (settle = resolve));
        },
      },
    });
    const steps: string[] = [];
    const stop = new AbortController();
    const call = client.callTool(
      { name: 'get_review', arguments: { review_id: id, wait_seconds: 45, since_version: 3 } },
      { onprogress: ({ message }) => void steps.push(message ?? ''), signal: stop.signal },
    );
    call.catch(() => undefined);
    await until(() => expect(settle).toBeDefined());
    await vi.advanceTimersByTimeAsync(41_000);
    await until(() => expect(steps).toHaveLength(5));
    stop.abort();
    await until(() => expect(aborted).toBe(true));
    settle?.(refuse('cancelled', 'the client left'));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(steps).toHaveLength(5);
    await expect(call).rejects.toThrow();
  });
});
