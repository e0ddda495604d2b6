import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { defaultChange, reviewAndPrint } from './review.js';
import { printTask, workerOf } from './show.js';

/** Trigger script_completion (SVC): the command does the task, and its review follows when it ends well. */
export const execute: Execute = async (call, context) => {
  const [task = '', ...command] = call.args;
  const { script } = context.io;
  if (script === undefined) throw new Error('the command line was started without a way to run commands');
  const started = await context.ask(({ tasks }) => tasks.start({ task, ...workerOf(call) }));
  if (isRefusal(started)) return started;
  const settings = await context.ask(({ tasks }) => tasks.settings());
  if (isRefusal(settings)) return settings;
  const kept = settings.context.sessionLog;
  const ran = await script(command, { directory: context.resolve('.'), aside: context.json, kept });
  if (isRefusal(ran)) return ran;
  const { code, said: sessionLog } = ran;
  if (code !== 0) {
    context.io.stderr.write(`countersign: the command ended with exit code ${code}, so the task is not reviewed\n`);
    await printTask(started, context);
    return exit.negative;
  }
  const { trigger } = settings;
  if (trigger === 'script_completion') {
    const ask = { task: started.task.id, trigger, request: defaultChange };
    return reviewAndPrint(context, { ...ask, ...(sessionLog !== undefined && { sessionLog }) });
  }
  context.io.stderr.write(`countersign: the policy starts reviews by ${trigger}, so none follows the command\n`);
  await printTask(started, context);
  return exit.ok;
};
