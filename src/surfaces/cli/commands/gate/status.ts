import type { GateStanding, GateView } from '../../../../application/gate/look.js';
import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Context, Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { gateLines } from '../../report/gate.js';
import { gateObject } from '../../report/gate-object.js';
import { printable } from '../../text/printable.js';

export const execute: Execute = async (call, context) => {
  const view = await context.ask(({ gates }) => gates.show(call.args[0] ?? 'latest'));
  return isRefusal(view) ? view : printGate(view, context);
};

/** Prints a gate, and on standard error what went wrong beside it. Only a GO that still holds is one (SPEC 4, exit codes). */
export async function printGate(view: GateView, context: Context, warnings: readonly string[] = []): Promise<number> {
  for (const warning of warnings) context.io.stderr.write(`countersign: ${printable(warning)}\n`);
  if (context.json) await context.printJson('countersign/gate@1', gateObject(view));
  else await context.print(gateLines(view, context).join('\n'));
  return view.gate.status === 'waiting' && view.gate.reason === 'inconclusive'
    ? exit.inconclusive
    : codes[view.standing];
}

const codes: Readonly<Record<GateStanding, number>> = {
  go: exit.ok,
  // The overlay is off: skipped by rule.
  ungated: exit.ok,
  no_go: exit.negative,
  waiting: exit.waiting,
  ready: exit.waiting,
  coding: exit.inconclusive,
  reviewing: exit.inconclusive,
  changed: exit.inconclusive,
  missing: exit.inconclusive,
};
