import type { Check } from '../../../application/application.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { exit } from '../exit-code.js';
import { flag } from '../options.js';
import { hanging } from '../text/layout.js';
import { paintFor } from '../text/paint.js';
import type { Terminal } from '../text/terminal.js';

/** Exit code 1 when any check is a problem. */
export const execute: Execute = async (call, context) => {
  const checks = await context.ask((application) => application.doctor({ agents: flag(call.options, 'agents') }));
  if (isRefusal(checks)) return checks;
  if (context.json) await context.printJson('countersign/doctor@1', { checks });
  else await context.print(checks.flatMap((check) => checkLines(check, context.terminal)).join('\n'));
  return checks.some((check) => check.state === 'problem') ? exit.negative : exit.ok;
};

function checkLines(check: Check, terminal: Terminal): string[] {
  const paint = paintFor(terminal);
  const brush = { ok: paint.good, warning: paint.unsure, problem: paint.bad }[check.state];
  const [first = '', ...rest] = hanging(check.state.padEnd(9), `${check.name}: ${check.detail}`, terminal.columns);
  const remedy = check.remedy === undefined ? [] : hanging(' '.repeat(9), check.remedy, terminal.columns);
  return [brush(check.state) + first.slice(check.state.length), ...rest, ...remedy];
}
