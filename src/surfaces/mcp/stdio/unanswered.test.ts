import { describe, expect, it } from 'vitest';
import { Unanswered } from './unanswered.js';

const call = (id: number, given: object = {}) => ({
  jsonrpc: '2.0' as const,
  id,
  method: 'tools/call',
  params: { name: 'a', arguments: given },
});

/** Whether nothing is owed any more, once all that is due at once has run. */
async function isNothingOwed(unanswered: Unanswered): Promise<boolean> {
  let done = false;
  void unanswered.none().then(() => (done = true));
  await new Promise((settle) => setImmediate(settle));
  return done;
}

describe('what a client still gets an answer to', () => {
  it('is each request until its answer is sent, an error too', async () => {
    const unanswered = new Unanswered();
    unanswered.received(call(1));
    unanswered.received(call(2));
    unanswered.sent({ jsonrpc: '2.0', id: 1, result: {} });
    expect(await isNothingOwed(unanswered)).toBe(false);
    unanswered.sent({ jsonrpc: '2.0', id: 2, method: 'roots/list' });
    expect(await isNothingOwed(unanswered)).toBe(false);
    unanswered.sent({ jsonrpc: '2.0', id: 2, error: { code: -1, message: '' } });
    expect(await isNothingOwed(unanswered)).toBe(true);
  });

  it('is no notification, nothing that was cancelled, and nothing that only waits for something to happen', async () => {
    const unanswered = new Unanswered();
    unanswered.received({ jsonrpc: '2.0', method: 'notifications/initialized' });
    unanswered.received({ jsonrpc: '2.0', id: 3, method: 'subscriptions/listen', params: { notifications: {} } });
    unanswered.received(call(4, { review_id: 'R', wait_seconds: 45 }));
    unanswered.received(call(5));
    unanswered.received({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } });
    expect(await isNothingOwed(unanswered)).toBe(true);
  });
});
