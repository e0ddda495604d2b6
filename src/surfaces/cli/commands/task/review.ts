import type { ReviewRequest } from '../../../../application/application.js';
import type { ReviewTask } from '../../../../application/task/review.js';
import { isRefusal, type Refusal } from '../../../../domain/model/refusal.js';
import { reviewRequest } from '../../change-request.js';
import type { Context, Execute } from '../../context.js';
import { startProgress } from '../../progress.js';
import { printReviewed } from './show.js';

export const execute: Execute = async (call, context) => {
  const [task = '', ...range] = call.args;
  const request = reviewRequest({ ...call, args: range });
  return isRefusal(request) ? request : reviewAndPrint(context, { task, trigger: 'explicit', request });
};

/** The change that `countersign review` takes by itself. */
export const defaultChange: Pick<ReviewRequest, 'change'> = { change: { kind: 'default' } };

export async function reviewAndPrint(context: Context, ask: ReviewTask): Promise<number | Refusal> {
  const view = await reviewed(context, ask);
  return isRefusal(view) ? view : printReviewed(view, context);
}

export async function reviewed(context: Context, ask: ReviewTask) {
  const progress = startProgress(context.io, context.quiet);
  return context.ask(({ tasks }) => tasks.review(ask, progress.step, context.io.signal)).finally(progress.stop);
}
