import type { TaskView } from '../../../../application/task/look.js';
import { isRefusal, refuse, type Refusal } from '../../../../domain/model/refusal.js';
import type { Call, Context, Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { flag, text } from '../../options.js';
import { taskLines } from '../../report/task.js';
import { taskObject } from '../../report/task-object.js';

/** `task show`, `task start` and `task decide` print the task as it stands then. */
export const execute: Execute = async (call, context) => {
  const view = await asked(call, context);
  if (isRefusal(view)) return view;
  await printTask(view, context);
  return exit.ok;
};

function asked(call: Call, context: Context): Promise<TaskView | Refusal> {
  const [task = ''] = call.args;
  if (call.command === 'task show') return context.ask(({ tasks }) => tasks.show(task));
  if (call.command === 'task start') return context.ask(({ tasks }) => tasks.start({ task, ...workerOf(call) }));
  const outcome = flag(call.options, 'complete') ? 'complete' : flag(call.options, 'reopen') ? 'reopen' : undefined;
  if (outcome === undefined)
    return Promise.resolve(refuse('usage', 'task decide does not say what', 'Give --complete or --reopen.'));
  const note = text(call.options, 'note') ?? '';
  return context.ask(({ tasks }) => tasks.decide({ task, outcome, note }));
}

/** Who does the task, where the command line says. */
export function workerOf({ options }: Call): { readonly assignee?: string } {
  const assignee = text(options, 'as')?.trim();
  return assignee === undefined || assignee === '' ? {} : { assignee };
}

export async function printTask(view: TaskView, context: Context): Promise<void> {
  if (context.json) await context.printJson('countersign/task@1', taskObject(view));
  else await context.print(taskLines(view, context).join('\n'));
}

/** Prints a task after its review, and says by the exit code what came of it (SPEC 4). */
export async function printReviewed(view: TaskView, context: Context): Promise<number> {
  await printTask(view, context);
  const { status, waitsFor } = view.task;
  switch (status) {
    case 'complete':
      return exit.ok;
    case 'blocked':
      return exit.waiting;
    case 'awaiting_review':
      return waitsFor === null ? exit.inconclusive : exit.waiting;
    case 'in_progress':
    case 'pending':
      return exit.negative;
  }
}
