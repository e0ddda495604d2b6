import type { Readable, Writable } from 'node:stream';
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

/** Serves MCP until the client closes its end or `signal` is aborted. */
export async function serveMcp(host: Host, { input, output, signal }: Stdio): Promise<void> {
  const watch = new Watch(host);
  const lines = new LineLimit((id) => output.write(tooLong(id)));
  const transport = new ObservedTransport(new StdioServerTransport(lines, output), watch);
  const ended = new Promise<void>((resolve) => {
    input.once('close', resolve);
    lines.once('end', resolve);
    output.once('error', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  const handle = serveStdio(() => mcpServer(host, watch), {
    transport,
    onerror: (error) => host.report(inShort(error)),
  });
  input.pipe(lines);
  await ended;
  watch.close();
  await handle.close();
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
