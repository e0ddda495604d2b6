import { counted } from '../../text/layout.js';
import { isRefusal } from '../../../../domain/model/refusal.js';
import { changeRequest } from '../../change-request.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { flag } from '../../options.js';
import { printable } from '../../text/printable.js';
import { named } from './request.js';

export const execute: Execute = async (call, context) => {
  const [action = '', range] = call.args;
  const change = changeRequest(range, call.options);
  if (isRefusal(change)) return change;
  const named_ = named(call.options, ['autonomy']);
  const says = change.kind !== 'default' || flag(call.options, 'worktree');
  const needed = await context.ask(({ peer }) =>
    peer.checkReviewRequired({ action, ...named_, ...(says ? { change } : {}) }),
  );
  if (isRefusal(needed)) return needed;
  if (context.json) await context.printJson('countersign/required@1', needed);
  else {
    const { needsReview, reviewer, estimatedMinutes, skipReason, rule } = needed;
    const lines = needsReview
      ? [`${printable(action)} needs a review${reviewer === undefined ? '' : ` by ${printable(reviewer)}`}.`]
      : [`${printable(action)} needs no review: ${printable(skipReason ?? '')}`];
    if (needsReview && estimatedMinutes !== undefined) lines.push(takes(estimatedMinutes));
    if (rule !== undefined) lines.push(`Rule: ${printable(rule)}`);
    await context.print(lines.join('\n'));
  }
  return exit.ok;
};

function takes(minutes: number): string {
  if (minutes < 1) return 'It takes less than a minute.';
  return `It takes about ${counted(Math.round(minutes), 'minute')}.`;
}
