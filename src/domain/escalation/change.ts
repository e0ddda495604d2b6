import type { Option } from '../model/escalation.js';
import type { ReviewEvent } from '../model/event.js';
import { refuse, type Refusal } from '../model/refusal.js';
import type { Review } from '../model/review.js';

const hour = 3_600_000;
/** As the policy's `escalation.human_timeout`. */
const hoursAtMost = 8760;

/** Gives a person more time; the warning comes again before the new deadline. */
export function extended(review: Review, hours: number, by: string, now: number): ReviewEvent | Refusal {
  if (!Number.isFinite(hours) || hours <= 0 || hours > hoursAtMost)
    return refuse('bad_hours', `${hours} hours is no extension`, `give more than 0 and at most ${hoursAtMost} hours`);
  const open = openEscalation(review);
  if ('refused' in open) return open;
  const deadline = Math.round(Math.max(now, open.deadline ?? now) + hours * hour);
  return { type: 'escalation_changed', data: { deadline, by } };
}

/** Puts the question to another person, who is told of it. */
export function handedTo(review: Review, assignee: string, by: string): ReviewEvent | Refusal {
  const open = openEscalation(review);
  if ('refused' in open) return open;
  if (open.assignee === assignee)
    return refuse('already_so', `review ${review.id} is put to ${assignee} already`, 'nothing was changed');
  return { type: 'escalation_changed', data: { assignee, by } };
}

/** The option of the question that a person names by its number. */
export function optionOf(review: Review, number: number): Option | Refusal {
  const open = openEscalation(review);
  if ('refused' in open) return open;
  const options = open.dossier?.options ?? [];
  const option = options.find((each) => each.number === number);
  if (option !== undefined) return option;
  return refuse(
    'unknown_option',
    `the question about review ${review.id} has no option ${number}`,
    options.length === 0
      ? 'say what you decide: approve, request changes or reject'
      : `choose one of ${options.map((each) => each.number).join(', ')}; \`countersign inbox\` shows them`,
  );
}

function openEscalation({ id, status, escalation }: Review) {
  if (status === 'escalated' && escalation?.state === 'open') return escalation;
  return refuse(
    'not_escalated',
    `review ${id} is ${status.replaceAll('_', ' ')}: no question about it is open`,
    '`countersign inbox` lists what waits for a person',
  );
}
