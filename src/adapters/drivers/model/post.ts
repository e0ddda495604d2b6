import type { SeatFailure } from '../../../domain/model/seat.js';

/** What came back: a status and a body, or why nothing did. */
export type Posted = { readonly status: number; readonly body: string } | { readonly failure: SeatFailure };

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds for the whole answer. */
  readonly wallMs: number;
  readonly maxBytes: number;
}

/** One request. Redirections are not followed: they would take the key elsewhere. It never throws for what the server does. */
export async function post({ url, headers, body, wallMs, maxBytes }: Post, signal: AbortSignal): Promise<Posted> {
  const clock = AbortSignal.timeout(Math.ceil(wallMs));
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, clock]),
    });
    const text = await textOf(response, maxBytes);
    if (text !== undefined) return { status: response.status, body: text };
    return { failure: { kind: 'unreadable', detail: `it wrote more than ${maxBytes} bytes` } };
  } catch (error) {
    if (signal.aborted) return { failure: { kind: 'cancelled', detail: 'the review was cancelled' } };
    if (clock.aborted)
      return { failure: { kind: 'timed_out', detail: `no answer within ${Math.round(wallMs / 1000)} s` } };
    return { failure: networkFailure(url, error) };
  }
}

async function textOf({ body }: Response, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // A body that is left behind is closed by the loop.
  const pieces: AsyncIterable<Uint8Array> | undefined = body ?? undefined;
  if (pieces === undefined) return '';
  for await (const chunk of pieces) {
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
