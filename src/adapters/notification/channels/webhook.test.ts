import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { message } from '../../../../test/kit/message.js';
import { webhookSender, type WebhookOptions } from './webhook.js';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

async function listen(listener: RequestListener): Promise<URL> {
  const server: Server = createServer(listener);
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
}

const sender = (url: URL, over: Partial<WebhookOptions> = {}) =>
  webhookSender({ url, secret, allowPrivate: true, timeoutMs: 60_000, now: Date.now, ...over });

const never = new AbortController().signal;

/** Answers every request with a status, and keeps the requests. */
async function endpoint(status: number, headers: Record<string, string> = {}) {
  const requests: { readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
  const url = await listen((request, response) => {
    void text(request).then((body) => {
      requests.push({ headers: request.headers, body });
      response.writeHead(status, headers).end('ok');
    });
  });
  return { url, requests };
}

describe('a webhook', () => {
  it('posts a message that the reference library of Standard Webhooks verifies', async () => {
    const { url, requests } = await endpoint(204);
    expect(await sender(url).send([message()], never)).toEqual([{ outcome: 'delivered' }]);
    const [request] = requests;
    const verified = new Webhook(secret).verify(request!.body, request!.headers as Record<string, string>);
    expect(verified).toMatchObject({
      type: 'review_changes_requested',
      timestamp: '2026-03-04T12:00:00.000Z',
      data: { summary: 'Changes requested: feat: add a parser', review: { id: '01KABCDEFGHJKMNPQRSTVWXYZ0' } },
    });
    expect(request!.headers['webhook-id']).toBe('msg_01KABCDEFGHJKMNPQRSTVWXYZ0_4');
    expect(JSON.stringify(requests)).not.toContain(secret);
  });

  it('cannot be altered, taken for another or kept for later without that being seen', async () => {
    const { url, requests } = await endpoint(204);
    await sender(url).send([message()], never);
    const [request] = requests;
    const headers = request!.headers as Record<string, string>;
    const verify =
      (body: string, over: Record<string, string> = {}) =>
      () =>
        new Webhook(secret).verify(body, { ...headers, ...over });
    expect(verify(request!.body)).not.toThrow();
    expect(verify(request!.body.replace('changes_requested', 'approved'))).toThrow();
    expect(verify(request!.body, { 'webhook-id': 'msg_other' })).toThrow();
    expect(verify(request!.body, { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 3_600) })).toThrow();
  });

  it('has the same id at each attempt', async () => {
    const { url, requests } = await endpoint(500);
    for (let attempt = 0; attempt < 2; attempt += 1) await sender(url).send([message()], never);
    const [first, second] = requests;
    expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id']);
  });

  it.each([
    [200, { outcome: 'delivered' }],
    [299, { outcome: 'delivered' }],
    [404, { outcome: 'failed', error: 'HTTP 404' }],
    [410, { outcome: 'failed', error: 'HTTP 410', final: true }],
    [503, { outcome: 'failed', error: 'HTTP 503' }],
  ] as const)('takes HTTP %i for what it is', async (status, result) => {
    const { url } = await endpoint(status);
    expect(await sender(url).send([message()], never)).toEqual([result]);
  });

  it('waits as long as the receiver asks for', async () => {
    const seconds = await endpoint(429, { 'retry-after': '120' });
    expect(await sender(seconds.url).send([message()], never)).toMatchObject([{ waitMs: 120_000 }]);
    const now = () => Date.UTC(2026, 2, 4, 12);
    const date = await endpoint(503, { 'retry-after': 'Wed, 04 Mar 2026 12:01:00 GMT' });
    expect(await sender(date.url, { now }).send([message()], never)).toMatchObject([{ waitMs: 60_000 }]);
    const nonsense = await endpoint(503, { 'retry-after': 'soon' });
    expect(await sender(nonsense.url).send([message()], never)).toEqual([{ outcome: 'failed', error: 'HTTP 503' }]);
  });

  it('follows no redirect', async () => {
    const { url: target, requests } = await endpoint(200);
    const { url } = await endpoint(307, { location: target.href });
    const [result] = await sender(url).send([message()], never);
    expect(result).toMatchObject({ outcome: 'failed', error: 'HTTP 307; redirects are not followed' });
    expect(requests).toEqual([]);
  });

  it('does not wait for a receiver that never answers', async () => {
    const url = await listen(() => undefined);
    const results = await sender(url, { timeoutMs: 100 }).send([message()], never);
    expect(results).toEqual([{ outcome: 'failed', error: 'no answer within 0.1 s' }]);
  });

  it('stops when there is no time left, and says what it did not begin', async () => {
    const time = new AbortController();
    let asked = 0;
    const url = await listen(() => {
      asked += 1;
      if (asked === 4) time.abort();
    });
    const messages = Array.from({ length: 6 }, (_, index) => message({ position: index + 1 }));
    const results = await sender(url).send(messages, time.signal);
    const outcomes = results.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['failed', 'failed', 'failed', 'failed', 'released', 'released']);
    expect(results[0]).toMatchObject({ error: 'no answer in the time there was' });
  });

  it('does not read an answer without end', async () => {
    const url = await listen((_, response) => {
      response.writeHead(200);
      const more = () => {
        if (!response.destroyed) response.write('x'.repeat(65_536), more);
      };
      more();
    });
    expect(await sender(url).send([message()], never)).toEqual([{ outcome: 'delivered' }]);
  });

  it('says why nobody was reached', async () => {
    const { url } = await endpoint(200);
    url.port = '1';
    expect(await sender(url).send([message()], never)).toMatchObject([
      { outcome: 'failed', error: expect.stringContaining('ECONNREFUSED') as string },
    ]);
  });

  it.each(['127.0.0.1', '[::1]', 'localhost', '10.1.2.3', '169.254.169.254', '[::ffff:127.0.0.1]', '[fd00::1]'])(
    'reaches %s only where that is allowed',
    async (host) => {
      const { url, requests } = await endpoint(200);
      url.hostname = host;
      const [result] = await sender(url, { allowPrivate: false }).send([message()], never);
      expect(result).toMatchObject({ outcome: 'failed', error: expect.stringContaining('allow_private') as string });
      expect(requests).toEqual([]);
    },
  );
});
