import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import * as z from 'zod';

const id = z.union([z.string(), z.number()]);
const cancelled = z.object({ requestId: id });
const waiting = z.object({ arguments: z.object({ wait_seconds: z.number().positive() }) });

/** Requests of a client that it still gets an answer to. One that only waits for something to happen is none of them. */
export class Unanswered {
  readonly #open = new Set<string | number>();
  #settled: (() => void)[] = [];

  received(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) {
      const waits = message.method === 'subscriptions/listen' || waiting.safeParse(message.params).success;
      if (!waits) this.#open.add(message.id);
    } else if (message.method === 'notifications/cancelled') {
      const { data: given } = cancelled.safeParse(message.params);
      if (given !== undefined) this.#close(given.requestId);
    }
  }

  sent(message: JSONRPCMessage): void {
    if (!('method' in message) && message.id !== undefined) this.#close(message.id);
  }

  /** Fulfilled once every request is answered. */
  none(): Promise<void> {
    return this.#open.size === 0
      ? Promise.resolve()
      : new Promise((settle) => {
          this.#settled.push(settle);
        });
  }

  #close(key: string | number): void {
    this.#open.delete(key);
    if (this.#open.size > 0) return;
    for (const settle of this.#settled) settle();
    this.#settled = [];
  }
}
