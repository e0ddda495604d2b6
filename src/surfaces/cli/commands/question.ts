import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { exit } from '../exit-code.js';
import { count, text } from '../options.js';
import { printReport } from './report.js';

/** `extend` and `reassign`: what a person does about a question without deciding it. */
export const execute: Execute = async (call, context) => {
  const [review = ''] = call.args;
  const document = await context.ask(({ peer }) =>
    call.command === 'extend'
      ? peer.extend({ review, hours: count(call.options, 'hours') ?? Number.NaN })
      : peer.reassign({ review, to: text(call.options, 'to') ?? '' }),
  );
  if (isRefusal(document)) return document;
  await printReport(document, context.json ? 'json' : 'text', context, 'brief');
  return exit.ok;
};
