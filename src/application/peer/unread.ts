import { isRefusal, type Problem } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { asPeerReview, seatFor } from '../../domain/peer/assignment/handed.js';
import { mayNotReview } from '../../domain/peer/assignment/may-review.js';
import { identify } from '../identify.js';
import type { UnreadSubmission } from '../peer-review.js';
import { findReviewRow } from '../queries/find-review.js';
import type { PeerDependencies } from './dependencies.js';
import { standingOf } from './record.js';
import { people, rosterFor } from './roster.js';
import { examined } from './submission.js';
import { unmended } from './unmended.js';

/** What an answer is held against to see whether it contradicts itself. */
const compared: ReadonlySet<string> = new Set(['status', 'ground', 'checklist', 'findings', 'verified', 'notRead']);

/**
 * What else is wrong with an opinion that was refused because some of its fields cannot be read, so that its reviewer mends all of
 * it at once. Nothing is recorded, and whoever does not review is told nothing.
 */
export async function furtherProblems(
  on: PeerDependencies,
  { submission, unread }: UnreadSubmission,
): Promise<readonly Problem[]> {
  const row = await findReviewRow(on.store, submission.review);
  const principal = await identify(on, on.caller);
  if (isRefusal(row) || principal === undefined || isRefusal(principal)) return [];
  const standing = await standingOf(on, row.id);
  const review = ownPart(standing.review, principal.name);
  if (review === undefined) return [];
  const roster = rosterFor(review, await people(on.store));
  if (mayNotReview(review, { principal, context: on.context }, roster) !== undefined) return [];
  const asked = { on, ask: submission, principal, material: undefined, unmended: await unmended(on, standing) };
  const { missing, contradicting } = examined(asked, review, on.clock.now());
  const comparable = !unread.some((field) => compared.has(field));
  return [...missing, ...(comparable ? contradicting : [])].filter(
    ({ key = '' }) => !unread.some((field) => field === fieldOf(key)),
  );
}

function ownPart(review: Review, name: string): Review | undefined {
  if (review.awaited === undefined) return review.peer?.assignment?.reviewer === name ? review : undefined;
  const seat = seatFor(review, name);
  return seat && asPeerReview(review, seat);
}

/** `findings[0].file` stands in `findings`. */
function fieldOf(key: string): string {
  return key.split(/[.[]/u, 1)[0] ?? key;
}
