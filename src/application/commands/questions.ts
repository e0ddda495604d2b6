import { extended, handedTo } from '../../domain/escalation/change.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { notAmongPeers } from '../../domain/peer/assignment/may-review.js';
import { ineligible } from '../../domain/peer/assignment/obstacle.js';
import { notNow } from '../../domain/peer/submission/state.js';
import type { Caller } from '../identify.js';
import { people, rosterFor, type People } from '../peer/roster.js';
import type { ReviewDocument } from '../queries/document.js';
import { byPerson, ownWorkRefusal, type PersonDependencies } from './by-person.js';

/** More time for the question that is put to a person. */
export function extendDeadline(
  on: PersonDependencies,
  caller: Caller,
  { review, hours }: { readonly review: string; readonly hours: number },
): Promise<ReviewDocument | Refusal> {
  return byPerson(on, caller, {
    review,
    verb: 'extend',
    events: (state, person, now) => {
      const own = ownWorkRefusal(state, person);
      if (own !== undefined) return { record: own };
      return one(extended(state, hours, person.name, now));
    },
  });
}

/** The question to another person; a review that nobody has decided, to another reviewer. */
export async function reassign(
  on: PersonDependencies,
  caller: Caller,
  { review, to }: { readonly review: string; readonly to: string },
): Promise<ReviewDocument | Refusal> {
  const everybody = await people(on.store);
  return byPerson(on, caller, {
    review,
    verb: 'reassign',
    events: (state, person) => {
      const own = ownWorkRefusal(state, person);
      if (own !== undefined) return { record: own };
      return one(
        state.status === 'escalated'
          ? toPerson(state, to, person.name, everybody)
          : toReviewer(state, to, person.name, everybody),
      );
    },
  });
}

function one(event: ReviewEvent | Refusal): readonly ReviewEvent[] | Refusal {
  return isRefusal(event) ? event : [event];
}

function toPerson(review: Review, to: string, by: string, { agents }: People): ReviewEvent | Refusal {
  const person = agents.find(({ name, kind, revokedAt }) => name === to && kind === 'human' && revokedAt === null);
  if (person === undefined)
    return refuse('unknown_agent', `nobody called ${to} holds the token of a person`, 'see `countersign agent list`');
  return ownWorkRefusal(review, person) ?? handedTo(review, to, by);
}

const undecided: readonly Review['status'][] = ['pending', 'pending_re_review', 'in_progress'];

function toReviewer(review: Review, to: string, by: string, everybody: People): ReviewEvent | Refusal {
  const { id, peer, status } = review;
  if (peer === null) return notAmongPeers(id);
  if (!undecided.includes(status)) return notNow(review, 'given to another reviewer');
  const agent = everybody.agents.find(({ name, kind }) => name === to && kind === 'agent');
  if (agent === undefined) return refuse('unknown_agent', `there is no agent ${to}`, 'see `countersign agent list`');
  // A person may give somebody another turn.
  const obstacle = ineligible(agent, { ...peer, tried: [] }, rosterFor(review, everybody));
  if (obstacle !== undefined)
    return refuse('not_eligible', `review ${id} cannot go to ${to}: ${obstacle}`, 'name another agent');
  const reason = `${by} gave it to ${to}`;
  return { type: 'review_assigned', data: { reviewer: to, place: 'named', reason, rules: [] } };
}
