import { isRefusal } from '../../../../domain/model/refusal.js';
import { changeRequest } from '../../change-request.js';
import type { Execute } from '../../context.js';
import { count, text, texts } from '../../options.js';
import { printRequested } from './request.js';

export const execute: Execute = async (call, context) => {
  const [review = '', range] = call.args;
  const change = changeRequest(range, call.options);
  if (isRefusal(change)) return change;
  const changesMade = text(call.options, 'changesMade') ?? '';
  const fixed = texts(call.options, 'fixed');
  const turns = count(call.options, 'turns');
  const requested = await context.ask((application) =>
    application.peer.requestReReview({ review, change, changesMade, fixed, ...(turns !== undefined && { turns }) }),
  );
  return isRefusal(requested) ? requested : printRequested(requested, context);
};
