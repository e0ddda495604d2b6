import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { counted } from '../../text/layout.js';
import { printable } from '../../text/printable.js';

export const execute: Execute = async (call, context) => {
  const plan = context.resolve(call.args[0] ?? '');
  const done = await context.ask(({ tasks }) => tasks.import({ plan }));
  if (isRefusal(done)) return done;
  if (context.json) {
    await context.printJson('countersign/task-import@1', done);
    return exit.ok;
  }
  for (const warning of done.warnings) context.io.stderr.write(`countersign: ${printable(warning)}\n`);
  const { added, changed, unchanged } = done;
  const parts = [
    `${counted(added.length, 'task')} added`,
    `${changed.length} changed`,
    `${unchanged.length} as before`,
  ];
  await context.print(`${printable(done.plan)}: ${parts.join(', ')}.\n\nNext: countersign progress`);
  return exit.ok;
};
