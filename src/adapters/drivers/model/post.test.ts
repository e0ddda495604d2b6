import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { post } from './post.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server whose pieces come one after the other, each `gapMs` after the one before it was read. */
function serves(pieces: readonly string[], gapMs: number): void {
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    const rest = [...pieces];
    const pull = (body: ReadableStreamDefaultController<Uint8Array>): void => {
      vi.advanceTimersByTime(gapMs);
      const piece = rest.shift();
      if (signal.aborted) body.error(signal.reason);
      else if (piece === undefined) body.close();
      else body.enqueue(new TextEncoder().encode(piece));
    };
    const headers = { 'content-type': 'text/event-stream' };
    return Promise.resolve(new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { headers }));
  });
}

const asked = { url: 'http://model.invalid/', headers: {}, body: '{}', wallMs: 600_000, idleMs: 900, maxBytes: 10_000 };
const asking = () => post(asked, new AbortController().signal);

it('a model that is still at work is not left, however long it takes', async () => {
  const pieces = Array.from({ length: 8 }, (_, index) => `data: ${index}\n\n`);
  serves(pieces, 800);
  expect(await asking()).toEqual({ status: 200, body: pieces.join(''), events: true });
});

it.each(['event: ping\ndata: {"type": "ping"}\n\n', ': wait\n\n'])('one that says only %j is', async (ping) => {
  serves(Array<string>(8).fill(ping), 300);
  expect(await asking()).toEqual({ failure: { kind: 'idle', detail: 'nothing was heard for 0.9 s' } });
});

it('one that falls silent in the middle is', async () => {
  serves(['data: 1\n\n', 'data: 2\n\n'], 901);
  expect(await asking()).toMatchObject({ failure: { kind: 'idle' } });
});
