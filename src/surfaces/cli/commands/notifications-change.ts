import { isRefusal, refuse, type Refusal } from '../../../domain/model/refusal.js';
import type { Call, Context, Execute } from '../context.js';
import { exit } from '../exit-code.js';
import { text } from '../options.js';

/** How long `deliver` tries, in milliseconds. */
const deliverMs = 45_000;

export const execute: Execute = async (call, context) => {
  switch (call.command) {
    case 'notifications deliver':
      return deliver(context);
    case 'notifications retry':
      return changed(await context.ask(({ notifications }) => notifications.retry(idOf(call))), 'due again', context);
    case 'notifications drop': {
      const position = idOf(call);
      const channel = text(call.options, 'channel');
      if (position === undefined && channel === undefined)
        return refuse('usage', 'drop does not say what', 'Name a notification, or a channel with --channel.');
      const what = { ...(position === undefined ? {} : { position }), ...(channel === undefined ? {} : { channel }) };
      return changed(await context.ask(({ notifications }) => notifications.drop(what)), 'given up', context);
    }
    default:
      throw new Error(`${call.command}: not a command on notifications`);
  }
};

/** Exit code 1 when anything failed. */
async function deliver(context: Context) {
  const signal = AbortSignal.any([context.io.signal, AbortSignal.timeout(deliverMs)]);
  const report = await context.ask(({ notifications }) => notifications.deliver(signal));
  if (isRefusal(report)) return report;
  const { delivered, failed, dead } = report;
  if (context.json) await context.printJson('countersign/delivery@1', { delivered, failed, dead });
  else await context.print(`${delivered} delivered, ${failed} to be tried again, ${dead} given up`);
  return failed + dead > 0 ? exit.negative : exit.ok;
}

async function changed(deliveries: number | Refusal, how: string, context: Context) {
  if (isRefusal(deliveries)) return deliveries;
  if (context.json) await context.printJson('countersign/deliveries@1', { deliveries });
  else await context.print(`${deliveries} ${deliveries === 1 ? 'delivery is' : 'deliveries are'} ${how}`);
  return exit.ok;
}

function idOf({ args: [id] }: Call): number | undefined {
  return id === undefined ? undefined : Number(id);
}
