import type { Principal } from '../../model/agent.js';
import type { Assignment, AssignmentPlace } from '../../model/peer.js';
import { refuse, type Refusal } from '../../model/refusal.js';
import type { Review } from '../../model/review.js';
import { placeOf } from './assign.js';
import { ineligible, type Candidate, type Roster } from './obstacle.js';

/** Somebody who asks to review now. */
export interface Comer {
  readonly principal: Principal;
  /** As `PeerRequest.context`; undefined where it is not known. */
  readonly context: string | undefined;
}

/**
 * Why somebody may not review this content (SPEC 2, rule 4), whoever it is assigned to: a person, whose word is a decision;
 * the author's side; the same session; the session of who answered first where a second pair of eyes is asked.
 */
export function mayNotReview(
  { id, peer }: Review,
  { principal, context }: Comer,
  roster: Pick<Roster, 'ownWork'>,
): Refusal | undefined {
  const { name, kind } = principal;
  if (peer === null) return notAmongPeers(id);
  if (kind === 'human')
    return refuse(
      'person_decides',
      `${name} is a person, and the word of a person is a decision`,
      `use \`countersign decide ${id}\``,
    );
  const own = name === peer.request.by ? 'its creator' : roster.ownWork({ ...principal, revokedAt: null });
  if (own !== undefined)
    return refuse('own_work', `the change of review ${id} is your own: ${name} is ${own}`, 'leave it to another agent');
  if (context === undefined) return undefined;
  const sameAs = (who: string) =>
    refuse('same_context', `review ${id} was ${who} from this very session`, 'start it from a session of your own');
  if (context === peer.request.context) return sameAs('requested');
  if (peer.answeredFrom.includes(context)) return sameAs('answered');
  return undefined;
}

/** The place that a comer takes on a review that waits for anybody; refused where it may not come. */
export function claim(
  review: Review,
  { principal }: Comer,
  roster: Pick<Roster, 'agents' | 'ownWork'>,
): AssignmentPlace | Refusal {
  const { peer, id } = review;
  if (peer === null) return notAmongPeers(id);
  const candidate: Candidate = { ...principal, revokedAt: null };
  const place = placeOf(candidate, peer);
  if (place === undefined) return notTheReviewer(review, principal.name);
  const obstacle = ineligible(candidate, peer, roster);
  if (obstacle === undefined) return place;
  return refuse('not_eligible', `review ${id} waits, but not for you: ${obstacle}`, 'leave it to another agent');
}

export function notTheReviewer({ id, peer }: Review, name: string): Refusal {
  const { assignment = null } = peer ?? {};
  const who = assignment === null ? `no word of its reviewer line means ${name}` : taken(assignment);
  return refuse(
    'not_the_reviewer',
    `${name} does not review ${id}: ${who}`,
    'see `list_reviews` with mine: to_do for what is yours',
  );
}

export function notAmongPeers(id: string): Refusal {
  return refuse(
    'not_among_peers',
    `review ${id} was made by reviewers who worked at once: nobody starts it or answers it`,
    'request a review among peers',
  );
}

function taken({ reviewer, called }: Assignment): string {
  return called === true
    ? `nobody claimed it in time, and ${reviewer} was called for it`
    : `it is assigned to ${reviewer}`;
}
