import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { text } from '../../options.js';
import { explained } from './list.js';
import { patternObject } from './pattern-object.js';

export const execute: Execute = async (call, context) => {
  const [creator, type] = call.args;
  if (creator === undefined || type === undefined) throw new Error(`${call.command}: not a pattern`);
  const note = text(call.options, 'note') ?? '';
  const on = call.command === 'patterns enable';
  const report = await context.ask(({ patterns }) => patterns.switch({ creator, type, on, note }));
  if (isRefusal(report)) return report;
  if (context.json) await context.printJson('countersign/pattern@1', { pattern: patternObject(report) });
  else await context.print(explained(report, context.terminal.columns).join('\n'));
  return exit.ok;
};
