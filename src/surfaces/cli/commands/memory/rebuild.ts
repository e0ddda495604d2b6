import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { printable } from '../../text/printable.js';

export const execute: Execute = async (_, context) => {
  const files = await context.ask(({ memory }) => memory.rebuild());
  if (isRefusal(files)) return files;
  if (context.json) {
    await context.printJson('countersign/memory-tree@1', { files });
    return exit.ok;
  }
  const changed = files.filter(({ action }) => action !== 'unchanged');
  const same = files.length - changed.length;
  const lines = changed.map(({ path, action }) => `${action.padEnd(8)} ${printable(path)}`);
  await context.print(
    [...lines, `${same} ${same === 1 ? 'file' : 'files'} said already what the journal says.`].join('\n'),
  );
  return exit.ok;
};
