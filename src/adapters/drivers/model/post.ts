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
  const clock = AbortSignal.timeout(Math.ceil(wallMs));
  const silence = new Silence(idleMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, clock, silence.signal]),
    });
    const events = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const text = await textOf(response, maxBytes, (chunk) => silence.heard(chunk, events));
    if (text !== undefined) return { status: response.status, body: text, events };
    return { failure: { kind: 'unreadable', detail: `it wrote more than ${maxBytes} bytes` } };
  } catch (error) {
    if (signal.aborted) return { failure: { kind: 'cancelled', detail: 'the review was cancelled' } };
    if (clock.aborted) return { failure: { kind: 'timed_out', detail: `no answer within ${seconds(wallMs)}` } };
    if (silence.signal.aborted)
      return { failure: { kind: 'idle', detail: `nothing was heard for ${seconds(idleMs)}` } };
    return { failure: networkFailure(url, error) };
  } finally {
    silence.end();
  }
}

/** Notices when a model says nothing for too long. */
class Silence {
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(idleMs: number) {
    this.#timer = setTimeout(() => this.#abort.abort(), idleMs);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  heard(chunk: Uint8Array, events: boolean): void {
    if (!events || saysSomething(Buffer.from(chunk).toString('utf8'))) this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** Whether a piece of a stream has more in it than comments and pings, by which servers keep a connection open. */
function saysSomething(piece: string): boolean {
  return piece
    .split('\n')
    .some((line) => /\S/u.test(line) && !/^(?::|event: ?ping|data: ?\{ ?"type": ?"ping")/u.test(line));
}

async function textOf(
  { body }: Response,
  maxBytes: number,
  heard: (chunk: Uint8Array) => void,
): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // A body that is left behind is closed by the loop.
  const pieces: AsyncIterable<Uint8Array> | undefined = body ?? undefined;
  if (pieces === undefined) return '';
  for await (const chunk of pieces) {
    heard(chunk);
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
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
