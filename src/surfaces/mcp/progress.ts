import type { ServerContext } from '@modelcontextprotocol/server';

/** Clients give up a call after 60 seconds without a word, some after less. */
const everyMs = 8_000;

/** Tells the client that a call goes on: at each step, and every eight seconds while it is silent. */
export class Progress {
  readonly #context: ServerContext;
  readonly #startedAt = performance.now();
  #step = 'waiting';
  #sent = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: ServerContext) {
    this.#context = context;
    if (this.#token === undefined) return;
    this.#timer = setInterval(() => this.#send(), everyMs);
  }

  readonly step = (step: string): void => {
    this.#step = step;
    this.#send();
  };

  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  get #token() {
    return this.#context.mcpReq._meta?.progressToken;
  }

  /** A client that asked for no progress gets none; one that is gone misses nothing. */
  #send(): void {
    const progressToken = this.#token;
    if (progressToken === undefined || this.#timer === undefined || this.#context.mcpReq.signal.aborted) return;
    this.#sent += 1;
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    const params = { progressToken, progress: this.#sent, message: `${this.#step} (${seconds} s)` };
    this.#context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }
}
