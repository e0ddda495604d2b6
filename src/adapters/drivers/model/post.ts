import type { ReadableStream } from 'node:stream/web';
import type { SeatFailure } from '../../../domain/model/seat.js';

/** What came back: a status and a body, or why nothing did. */
export type Posted =
  | {
      readonly status: number;
      readonly body: string;
      /** Whether the body is a stream of events. */
      readonly events: boolean;
    }
  | { readonly failure: SeatFailure };

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds for the whole answer. */
  readonly wallMs: number;
  /** Longest silence, milliseconds; what only keeps the connection open is silence too. */
  readonly idleMs: number;
  readonly maxBytes: number;
}

/** One request. Redirections are not followed: they would take the key elsewhere. It never throws for what the server does. */
export async function post(
  { url, headers, body, wallMs, idleMs, maxBytes }: Post,
  signal: AbortSignal,
): Promise<Posted> {
  const patience = new Patience(signal, { wallMs, idleMs });
  try {
    const asked = fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'error',
      signal: patience.signal,
    });
    const response = await patience.orEnd(asked);
    const events = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const text = await textOf(response, maxBytes, patience, events);
    if (text !== undefined) return { status: response.status, body: text, events };
    return { failure: { kind: 'unreadable', detail: `it wrote more than ${maxBytes} bytes` } };
  } catch (error) {
    return { failure: patience.ended ?? networkFailure(url, error) };
  } finally {
    patience.stop();
  }
}

/**
 * Ends a request at its time, when its model says nothing for too long, or when the review is cancelled. The signals that fetch is given, and those
 * made of several, are lost with the first garbage collection after the answer began: so each wait is raced against the end as well.
 */
class Patience {
  readonly #abort = new AbortController();
  readonly #end: Promise<never>;
  #rejectEnd: (why: Error) => void = () => undefined;
  readonly #wall: NodeJS.Timeout;
  readonly #idle: NodeJS.Timeout;
  readonly #cancelled: AbortSignal;
  readonly #cancel = () => this.#leave({ kind: 'cancelled', detail: 'the review was cancelled' });
  #ended: SeatFailure | undefined;

  constructor(cancelled: AbortSignal, { wallMs, idleMs }: Pick<Post, 'wallMs' | 'idleMs'>) {
    this.#end = new Promise((_, reject) => (this.#rejectEnd = reject));
    this.#end.catch(() => undefined);
    const late = { kind: 'timed_out', detail: `no answer within ${seconds(wallMs)}` } as const;
    const silent = { kind: 'idle', detail: `nothing was heard for ${seconds(idleMs)}` } as const;
    this.#wall = setTimeout(() => this.#leave(late), Math.ceil(wallMs));
    this.#idle = setTimeout(() => this.#leave(silent), idleMs);
    this.#cancelled = cancelled;
    if (cancelled.aborted) this.#cancel();
    else cancelled.addEventListener('abort', this.#cancel);
  }

  /** Why it was ended; undefined where it was not. */
  get ended(): SeatFailure | undefined {
    return this.#ended;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  orEnd<T>(work: Promise<T>): Promise<T> {
    return Promise.race([this.#end, work]);
  }

  heard(chunk: Uint8Array, events: boolean): void {
    if (!events || saysSomething(Buffer.from(chunk).toString('utf8'))) this.#idle.refresh();
  }

  stop(): void {
    clearTimeout(this.#wall);
    clearTimeout(this.#idle);
    this.#cancelled.removeEventListener('abort', this.#cancel);
  }

  #leave(why: SeatFailure): void {
    this.#ended ??= why;
    this.#abort.abort();
    this.#rejectEnd(new Error(why.detail));
  }
}

/** Whether a piece of a stream has more in it than comments and pings, by which servers keep a connection open. */
function saysSomething(piece: string): boolean {
  return piece
    .split('\n')
    .some((line) => /\S/u.test(line) && !/^(?::|event: ?ping|data: ?\{ ?"type": ?"ping")/u.test(line));
}

/** Undefined where it is longer than that. What is left unread is given up, and with it the connection. */
async function textOf(
  { body }: Response,
  maxBytes: number,
  patience: Patience,
  events: boolean,
): Promise<string | undefined> {
  if (body === null) return '';
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await patience.orEnd(reader.read());
      if (done) return Buffer.concat(chunks).toString('utf8');
      patience.heard(value, events);
      size += value.length;
      if (size > maxBytes) return undefined;
      chunks.push(value);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function networkFailure(url: string, error: unknown): SeatFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const words = cause instanceof Error ? cause.message : String(cause);
  const detail = `${new URL(url).origin} gave no answer: ${[code, words].filter((each) => each !== '').join(', ')}`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return { kind: 'not_installed', detail };
  return { kind: code === 'UND_ERR_HEADERS_TIMEOUT' ? 'timed_out' : 'crashed', detail };
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
