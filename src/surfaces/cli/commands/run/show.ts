import type { RunView } from '../../../../application/run/view.js';
import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Context, Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { runObject } from '../../report/run-object.js';
import { memberLines, runLines } from '../../report/run.js';

export const execute: Execute = async (call, context) => {
  const view = await context.ask(({ runs }) => runs.show(call.args[0] ?? 'latest'));
  return isRefusal(view) ? view : printRun(view, context);
};

/** Prints a run. A paused one waits for somebody, which the exit code says. */
export async function printRun(view: RunView, context: Context): Promise<number> {
  if (context.json) await context.printJson('countersign/run@1', runObject(view));
  else {
    const lines = runLines(view, context);
    const own = view.member === null ? [] : ['', ...memberLines(view.member, context)];
    await context.print([...lines, ...own].join('\n'));
  }
  return view.run.status === 'paused' ? exit.waiting : exit.ok;
}
