import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { exit } from '../exit-code.js';
import { printableJson } from '../text/printable.js';

/** Prints the policy itself, as agents read it at `policy://current`; with `--json` in the documented object, and where it is from. */
export const execute: Execute = async (_call, context) => {
  const inForce = await context.ask((application) => application.currentPolicy());
  if (isRefusal(inForce)) return inForce;
  if (context.json) await context.printJson('countersign/policy@1', inForce);
  else await context.print(printableJson(inForce.policy, 2));
  return exit.ok;
};
