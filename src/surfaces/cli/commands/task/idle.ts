import type { Task } from '../../../../domain/model/task.js';
import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { flag } from '../../options.js';
import { printableJson } from '../../text/printable.js';
import { defaultChange, reviewed } from './review.js';
import { printReviewed, workerOf } from './show.js';

/** Trigger session_idle (SVC). Agents hand their stop hooks JSON on standard input; nothing in it is needed, and it is not read. */
export const execute: Execute = async (call, context) => {
  const hook = flag(call.options, 'hook');
  const task = await context.ask(({ tasks }) => tasks.idle(workerOf(call)));
  if (isRefusal(task)) return task;
  if (task === undefined) {
    if (!hook && !context.quiet) context.io.stderr.write('countersign: no task is to be reviewed now\n');
    return exit.ok;
  }
  const view = await reviewed(context, { task, trigger: 'session_idle', request: defaultChange });
  if (isRefusal(view)) return view;
  if (!hook) return printReviewed(view, context);
  const { status } = view.task;
  // What sends the agent back to work is the answer itself; a hook that fails would only be reported.
  if (status === 'in_progress') await context.print(printableJson({ decision: 'block', reason: feedback(view.task) }));
  return exit.ok;
};

function feedback({ key, revisions, maxRevisions, reviews }: Task): string {
  const said = reviews.at(-1)?.said;
  const lines = [
    `Task ${key} was reviewed and needs changes (revision ${revisions} of ${maxRevisions}): ${said?.summary ?? ''}`,
    ...(said?.issues ?? []).map((issue) => `- ${issue}`),
  ];
  return lines.join('\n');
}
