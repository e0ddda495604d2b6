import { offeredReviews, type Called } from './call.js';

/** Agents that one worker asks at once. */
const atOnce = 4;

/** The calls of one worker: under way beside its other work, so that no deadline waits for an agent. */
export class Calls {
  readonly #on: Parameters<typeof offeredReviews>[0];
  readonly #call: (id: string, signal: AbortSignal) => Promise<Called>;
  readonly #running = new Map<string, Promise<void>>();
  #ended: string[] = [];
  /** Whether a call came to something since it was last asked. */
  #moved = false;

  /** `call` calls whoever is next for the offered seat of a review. */
  constructor(on: Parameters<typeof offeredReviews>[0], call: (id: string, signal: AbortSignal) => Promise<Called>) {
    this.#on = on;
    this.#call = call;
  }

  /** Begins what is offered, as far as there is room, and says what ended since. */
  async begin(signal: AbortSignal): Promise<readonly string[]> {
    for (const { id } of await offeredReviews(this.#on)) {
      if (signal.aborted || this.#running.size >= atOnce) break;
      if (!this.#running.has(id)) this.#running.set(id, this.#follow(id, signal));
    }
    return this.#said();
  }

  /** Waits for everything under way. Where no call came to anything, as with an agent that cannot be called here, asking again is no use. */
  async finish(): Promise<{ readonly said: readonly string[]; readonly moved: boolean }> {
    await Promise.all(this.#running.values());
    const moved = this.#moved;
    this.#moved = false;
    return { said: this.#said(), moved };
  }

  async #follow(id: string, signal: AbortSignal): Promise<void> {
    try {
      const called = await this.#call(id, signal);
      if (called === undefined) return;
      this.#moved ||= called.moved;
      this.#ended.push(called.said);
    } catch (error) {
      // One review's fault is told and keeps nobody from another; its lease ends by itself.
      this.#ended.push(`review ${id}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.#running.delete(id);
    }
  }

  #said(): readonly string[] {
    const said = this.#ended;
    this.#ended = [];
    return said;
  }
}
