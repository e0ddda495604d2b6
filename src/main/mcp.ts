import { Writable } from 'node:stream';
import type { Application } from '../application/application.js';
import type { Refusal } from '../domain/model/refusal.js';
import { isRefusal } from '../domain/model/refusal.js';
import { version } from '../surfaces/cli/version.js';
import type { Host } from '../surfaces/mcp/host.js';
import { serveMcp } from '../surfaces/mcp/serve.js';
import type { Start } from './store-directory.js';

/** Serves MCP on standard input and output until the client leaves or `signal` is aborted. */
export async function mcp(start: Start, signal: AbortSignal): Promise<void> {
  const output = takeStandardOutput();
  const fatal = new AbortController();
  process.on('unhandledRejection', report);
  process.on('uncaughtException', (fault) => {
    // Nothing can be known any more of the state of this process, so it ends in order; the journal holds what counts.
    report(fault);
    fatal.abort(fault);
  });
  let application: Promise<Application | Refusal> | undefined;
  const host: Host = {
    reviews: () => (application ??= load({ ...start, serves: true })),
    identified: start.token !== undefined && start.token.trim() !== '',
    version: version(),
    report,
  };
  await serveMcp(host, { input: process.stdin, output, signal: AbortSignal.any([signal, fatal.signal]) });
  const loaded = await application;
  if (loaded !== undefined && !isRefusal(loaded)) await loaded.close();
  // An open standard input would keep the process.
  process.stdin.destroy();
  fatal.signal.throwIfAborted();
}

async function load(start: Start): Promise<Application | Refusal> {
  const { localApplication } = await import('./local-application.js');
  return localApplication(start);
}

/** A client shows what a tool answers and hides what a server says elsewhere; people find it in the client's log. */
function report(fault: unknown): void {
  const words = fault instanceof Error ? (fault.stack ?? `${fault.name}: ${fault.message}`) : String(fault);
  process.stderr.write(`countersign mcp: ${words}\n`);
}

/**
 * Standard output carries the protocol alone: whatever else in this process writes there, such as a library that logs, goes
 * to standard error from now on.
 */
function takeStandardOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, encoding, done) => {
      write(chunk, encoding, (error) => done(error));
    },
  });
}
