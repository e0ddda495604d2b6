import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { exit } from '../exit-code.js';
import { counted } from '../text/layout.js';
import { printable } from '../text/printable.js';

/** Exit code 0 when every decision is the same again, 1 when one differs. */
export const execute: Execute = async (call, context) => {
  const replayed = await context.ask((application) => application.replay(call.args[0]));
  if (isRefusal(replayed)) return replayed;
  const { reviews, runs = 0, gates = 0, tasks = 0, differing } = replayed;
  if (context.json) await context.printJson('countersign/replay@1', replayed);
  else {
    const lines = differing.flatMap(({ id, recorded, replayed: again }) => [
      printable(id),
      `  recorded  ${printable(recorded)}`,
      `  replayed  ${printable(again)}`,
    ]);
    const others = [
      [runs, 'run'],
      [gates, 'gate'],
      [tasks, 'task'],
    ] as const;
    const what = [
      counted(reviews, 'review'),
      ...others.flatMap(([count, word]) => (count === 0 ? [] : [counted(count, word)])),
    ];
    const verdict = differing.length === 0 ? 'all the same' : `${counted(differing.length, 'decision')} differ`;
    await context.print([`${what.join(', ')} decided again: ${verdict}.`, ...lines].join('\n'));
  }
  return differing.length === 0 ? exit.ok : exit.negative;
};
