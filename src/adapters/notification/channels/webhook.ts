import type { Channel, SendResult } from '../../../application/ports/notifier.js';
import type { Message } from '../../../domain/notification/message.js';
import { post, type Answer } from '../http-post.js';
import { signature } from '../signature.js';

/** Requests of one endpoint under way at once. */
const atOnce = 4;

export interface WebhookOptions {
  readonly url: URL;
  /** Base64 with the prefix `whsec_`. */
  readonly secret: string;
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Posts each message, signed as Standard Webhooks says (https://www.standardwebhooks.com). */
export function webhookSender(options: WebhookOptions): Pick<Channel, 'available' | 'send'> {
  return {
    available: true,
    send: async (messages, signal) => {
      const results = messages.map((): SendResult => ({ outcome: 'released' }));
      const waiting = [...messages.entries()];
      const work = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
          results[next[0]] = await sendOne(next[1], options, signal);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return results;
    },
  };
}

async function sendOne(message: Message, options: WebhookOptions, signal: AbortSignal): Promise<SendResult> {
  const { id, type, timestamp, ...data } = message;
  const body = JSON.stringify({ type, timestamp, data: { id, ...data } });
  const seconds = Math.floor(options.now() / 1000);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'countersign',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signature({ secret: options.secret, id, seconds, body }),
  };
  const { url, allowPrivate, timeoutMs } = options;
  const answer = await post({ url, headers, body, allowPrivate, timeoutMs, signal });
  return typeof answer === 'string' ? { outcome: 'failed', error: answer } : resultOf(answer, options);
}

function resultOf({ status, retryAfter }: Answer, { now }: WebhookOptions): SendResult {
  if (status >= 200 && status < 300) return { outcome: 'delivered' };
  const error = status >= 300 && status < 400 ? `HTTP ${status}; redirects are not followed` : `HTTP ${status}`;
  // 410: the receiver does not want it any more.
  if (status === 410) return { outcome: 'failed', error, final: true };
  const waitMs = retryAfter === undefined ? undefined : waitOf(retryAfter, now());
  return waitMs === undefined ? { outcome: 'failed', error } : { outcome: 'failed', error, waitMs };
}

/** RFC 9110, 10.2.3: seconds or a date. */
function waitOf(retryAfter: string, now: number): number | undefined {
  if (/^\d{1,9}$/u.test(retryAfter)) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
