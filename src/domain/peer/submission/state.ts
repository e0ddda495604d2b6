import { refuse, type Refusal } from '../../model/refusal.js';
import type { Review } from '../../model/review.js';

const next: Partial<Record<Review['status'], string>> = {
  pending: 'start it first',
  pending_re_review: 'start it first',
  in_progress: 'submit your opinion',
  changes_requested: 'the creator revises it or contests a finding',
  escalated: 'a person decides it',
  approved: 'it has ended; new content is a re-review',
  rejected: 'it has ended; start over, or escalate it with a reason',
};

/** What somebody wanted to do is not possible in the state that the review is in. */
export function notNow({ id, status }: Review, wanted: string): Refusal {
  const words = status.replaceAll('_', ' ');
  return refuse('not_now', `review ${id} is ${words}: it can't be ${wanted} now`, next[status] ?? 'it has ended');
}
