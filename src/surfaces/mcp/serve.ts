import type { Readable, Writable } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Host } from './host.js';
import { mcpServer } from './server.js';
import { LineLimit, longestMessage } from './stdio/line-limit.js';
import { ObservedTransport } from './stdio/observed-transport.js';
import { Watch } from './watch.js';

export interface Stdio {
  readonly input: Readable;
  /** Carries the protocol and nothing else. */
  readonly output: Writable;
  /** Ends the session. */
  readonly signal: AbortSignal;
}

/** Milliseconds for which what a client asked before it left is still worked on. */
const longestAfterwards = 120_000;

/** Serves MCP until the client closes its end and what it asked is answered, or `signal` is aborted. */
export async function serveMcp(host: Host, { input, output, signal }: Stdio): Promise<void> {
  const watch = new Watch(host);
  const lines = new LineLimit((id) => output.write(tooLong(id)));
  const transport = new ObservedTransport(new StdioServerTransport(lines, output), watch);
  const left = new Promise<void>((resolve) => {
    input.once('end', resolve);
    input.once('close', resolve);
  });
  const ended = new Promise<void>((resolve) => {
    output.once('error', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  const handle = serveStdio(() => mcpServer(host, watch), {
    transport,
    onerror: (error) => host.report(inShort(error)),
  });
  // The transport of the SDK gives up what is in flight at the end of its input: an opinion handed in right before it would be lost.
  input.pipe(lines, { end: false });
  await Promise.race([ended, left.then(() => lastAnswers(lines, transport))]);
  watch.close();
  await handle.close();
}

/** After all that the client wrote was read. */
async function lastAnswers(lines: LineLimit, transport: ObservedTransport): Promise<void> {
  await new Promise((resolve) => lines.write('', resolve));
  await setImmediate();
  const tooLate = new AbortController();
  const { signal } = tooLate;
  await Promise.race([
    transport.answered(),
    setTimeout(longestAfterwards, undefined, { signal }).catch(() => undefined),
  ]);
  tooLate.abort();
}

/** What a client sent and nobody can read is its own mistake: where in this program it was noticed helps nobody. */
function inShort(error: Error): unknown {
  if (error.name === 'ZodError') return 'a line is no JSON-RPC message; it was not read';
  if (error.name === 'SyntaxError')
    return `a line is no JSON; it was not read: ${error.message.split('\n', 1)[0] ?? ''}`;
  return error;
}

function tooLong(id: string | number | null): string {
  const message = `the message is longer than ${longestMessage} bytes; it was not read`;
  return `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32600, message } })}\n`;
}
