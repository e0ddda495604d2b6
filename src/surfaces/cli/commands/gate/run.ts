import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { text } from '../../options.js';
import { startProgress } from '../../progress.js';
import { printGate } from './status.js';

export const execute: Execute = async (call, context) => {
  const file = text(call.options, 'workflow') ?? '';
  const task = text(call.options, 'task') ?? '';
  const progress = startProgress(context.io, context.quiet);
  const ask = { workflow: context.resolve(file), task };
  const done = await context
    .ask(({ gates }) => gates.run(ask, progress.step, context.io.signal))
    .finally(progress.stop);
  return isRefusal(done) ? done : printGate(done, context, done.warnings);
};
