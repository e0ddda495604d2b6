import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { printableJson } from '../../text/printable.js';

/** One JSON document in either form: with `--json` in the frame of all commands, else as it stands. */
export const execute: Execute = async (call, context) => {
  const document = await context.ask(({ gates }) => gates.export(call.args[0] ?? 'latest'));
  if (isRefusal(document)) return document;
  if (context.json) await context.printJson('countersign/gate-log@1', document);
  else await context.print(printableJson(document, 2));
  // As `gate status`: what was let through is no longer what stands there.
  return document.artifact === 'changed' || document.artifact === 'missing' ? exit.inconclusive : exit.ok;
};
