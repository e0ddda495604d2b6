import type { JournalEvent, Recorded } from '../../../domain/model/event.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Context, Execute } from '../context.js';
import { writeFully } from '../io.js';
import { paintFor } from '../text/paint.js';
import { printable, printableJson } from '../text/printable.js';
import { iso } from '../text/time.js';

/** Events one a line; with `--json` one object whose array is written as it is read, so that any journal fits. */
export const execute: Execute = async (call, context) => {
  const events = await context.ask((application) => application.log(call.args[0]));
  if (isRefusal(events)) return events;
  await (context.json ? printObject(events, context) : printLines(events, context));
  return 0;
};

async function printLines(events: AsyncIterable<Recorded<JournalEvent>>, context: Context): Promise<void> {
  const paint = paintFor(context.terminal);
  for await (const event of events) {
    const parts = [event.actor, event.stream, event.type].map(printable).join('  ');
    const line = `${paint.faint(iso(event.at))}  ${parts}  ${paint.faint(event.hash.slice(0, 12))}\n`;
    if (!(await writeFully(context.io.stdout, line))) return;
  }
}

async function printObject(events: AsyncIterable<Recorded<JournalEvent>>, context: Context): Promise<void> {
  const { stdout } = context.io;
  let separator = '{"schema":"countersign/log@1","events":[\n';
  for await (const event of events) {
    if (!(await writeFully(stdout, `${separator}${printableJson({ ...event, at: iso(event.at) })}`))) return;
    separator = ',\n';
  }
  await writeFully(stdout, separator === ',\n' ? '\n]}\n' : `${separator}]}\n`);
}
