import * as z from 'zod';

const id = z.union([z.string(), z.number()]);
const request = z.object({ id, method: z.string(), params: z.unknown().optional() });
const answer = z.object({ id }).loose();
const cancelled = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: id }),
});
const waiting = z.object({ arguments: z.object({ wait_seconds: z.number().positive() }) });

/** Requests of a client that it still gets an answer to. One that only waits for something to happen is none of them. */
export class Unanswered {
  readonly #open = new Set<string | number>();
  #settled: (() => void)[] = [];

  received(message: unknown): void {
    const { data: asked } = request.safeParse(message);
    if (asked !== undefined) {
      const waits = asked.method === 'subscriptions/listen' || waiting.safeParse(asked.params).success;
      if (!waits) this.#open.add(asked.id);
      return;
    }
    const { data: given } = cancelled.safeParse(message);
    if (given !== undefined) this.#close(given.params.requestId);
  }

  sent(message: unknown): void {
    const { data } = answer.safeParse(message);
    if (data !== undefined && !('method' in data)) this.#close(data.id);
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
