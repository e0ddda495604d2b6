import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { text } from '../../options.js';

const kinds = ['bug', 'revert', 'clean'] as const;

export const execute: Execute = async (call, context) => {
  const [review = ''] = call.args;
  const kind = kinds.find((word) => word === text(call.options, 'kind'));
  if (kind === undefined) throw new Error('outcome: no kind');
  const note = text(call.options, 'note') ?? '';
  const reported = await context.ask(({ peer }) => peer.reportOutcome({ review, kind, note }));
  if (isRefusal(reported)) return reported;
  if (context.json) await context.printJson('countersign/outcome@1', reported);
  else await context.print(`Recorded: ${kind}.`);
  return exit.ok;
};
