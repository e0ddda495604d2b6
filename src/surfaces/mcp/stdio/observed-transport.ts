import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Watch } from '../watch.js';
import { Unanswered } from './unanswered.js';

const listen = z.object({
  method: z.literal('subscriptions/listen'),
  id: z.union([z.string(), z.number()]),
  params: z.object({
    notifications: z.object({
      resourceSubscriptions: z.array(z.string()).optional(),
      resourcesListChanged: z.boolean().optional(),
    }),
  }),
});

const cancelled = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

/**
 * A transport that sees subscriptions pass, and what is still to be answered. In the era of `subscriptions/listen` the SDK keeps them to itself and tells the
 * server nothing, which has to know whether anybody listens.
 */
export class ObservedTransport implements Transport {
  readonly #inner: Transport;
  readonly #watch: Watch;
  readonly #unanswered = new Unanswered();
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;

  constructor(inner: Transport, watch: Watch) {
    this.#inner = inner;
    this.#watch = watch;
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onmessage = (message, extra) => {
      this.#unanswered.received(message);
      this.onmessage?.(message, extra);
      if ('method' in message) this.#observe(message);
    };
    await this.#inner.start();
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#inner.send(message, options).finally(() => this.#unanswered.sent(message));
  }

  /** Fulfilled once every request that came is answered. */
  answered(): Promise<void> {
    return this.#unanswered.none();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #observe(message: { readonly method: string }): void {
    if (message.method === 'subscriptions/listen') {
      const { data } = listen.safeParse(message);
      if (data === undefined) return;
      const { resourceSubscriptions = [], resourcesListChanged = false } = data.params.notifications;
      if (resourceSubscriptions.length > 0 || resourcesListChanged) {
        void this.#watch.subscribe(keyOf(data.id), resourceSubscriptions);
      }
    } else if (message.method === 'notifications/cancelled') {
      const { data } = cancelled.safeParse(message);
      if (data !== undefined) this.#watch.unsubscribe(keyOf(data.params.requestId));
    }
  }
}

function keyOf(id: string | number): string {
  return `listen ${JSON.stringify(id)}`;
}
