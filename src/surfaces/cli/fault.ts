import type { CliIo } from './io.js';
import { hanging } from './text/layout.js';
import { paintFor } from './text/paint.js';
import { printableLines } from './text/printable.js';
import type { Terminal } from './text/terminal.js';
import { version } from './version.js';

const howToReport =
  'This is a fault of Countersign, not of your change; nothing was approved. Run the command again with ' +
  'COUNTERSIGN_DEBUG=1 and report its output together with that of: countersign doctor --json';

/** An unexpected exception as a person reads it; its stack only with COUNTERSIGN_DEBUG. */
export function faultText(error: unknown, terminal: Terminal, env: CliIo['env']): string {
  const paint = paintFor(terminal);
  const [first = '', ...rest] = hanging('internal fault: ', messageOf(error), terminal.columns);
  const debug = env['COUNTERSIGN_DEBUG'];
  const stack = debug === undefined || debug === '' || debug === '0' ? [] : stackLines(error);
  const lines = [
    first.replace(/^internal fault:/u, paint.bad('internal fault:')),
    ...rest,
    ...stack,
    ...hanging('', `${howToReport} (version ${version()}, Node.js ${process.version}).`, terminal.columns),
  ];
  return `${lines.join('\n')}\n`;
}

/** The documented object (docs/json.md). */
export function faultObject(error: unknown): object {
  return { schema: 'countersign/fault@1', message: messageOf(error), report: howToReport };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function stackLines(error: unknown): string[] {
  const lines: string[] = [];
  for (let cause = error; cause instanceof Error && lines.length < 200; cause = cause.cause) {
    lines.push(...printableLines(cause.stack ?? messageOf(cause)));
  }
  return lines;
}
