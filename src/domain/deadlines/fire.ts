import type { Decision } from '../model/decision.js';
import type { EscalationTrigger } from '../model/escalation.js';
import type { ReviewAssigned, ReviewDecided, ReviewEvent } from '../model/event.js';
import type { Deadline, PeerCase } from '../model/peer.js';
import type { Review } from '../model/review.js';

/** What other features know and a deadline needs when it passes. All of it is pure. */
export interface World {
  /** The next of the line who is free and was not tried; `reviewer` null where nobody is. */
  readonly assign: (review: Review, reason: string) => ReviewAssigned;
  /** Offers a seat that nobody claimed to those who are called instead; nothing where none of them may review. */
  readonly offer: (review: Review) => readonly ReviewEvent[];
  /** What follows where a called agent's worker is gone. */
  readonly lostCall: (review: Review, reason: string) => readonly ReviewEvent[];
  readonly escalate: (review: Review, trigger: EscalationTrigger, reason: string) => ReviewEvent;
  /** The decision that holds when no person made one. It never approves. */
  readonly expired: (review: Review) => Decision;
  /** What follows for seats that were handed out and whose time has ended. */
  readonly unanswered: (review: Review) => readonly ReviewEvent[];
  /** The end of a fix loop that nobody goes on with. */
  readonly cutOff: (review: Review) => readonly ReviewEvent[];
  /** The decision on a round that ended before it was decided. */
  readonly interrupted: (review: Review) => ReviewDecided;
}

/**
 * What a deadline causes, the fact that it fired first; to be appended at once, so that it fires exactly once (SPEC 2, rule
 * 10). `deadline` is one of `deadlines(review)`.
 */
export function fire(review: Review, deadline: Deadline, world: World): readonly ReviewEvent[] {
  const { kind, dueAt } = deadline;
  return [{ type: 'deadline_fired', data: { kind, dueAt } }, ...effects(review, deadline, world)];
}

function effects(review: Review, deadline: Deadline, world: World): readonly ReviewEvent[] {
  return (
    effectsAnywhere(review, deadline, world) ??
    (review.peer === null ? [] : effectsAmongPeers(review, review.peer, deadline, world))
  );
}

/** Of what falls due whoever reviews. */
function effectsAnywhere(review: Review, { kind }: Deadline, world: World): readonly ReviewEvent[] | undefined {
  switch (kind) {
    case 'lease_ended':
      return [{ type: 'review_interrupted', data: world.interrupted(review) }];
    case 'seats_due':
      return world.unanswered(review);
    case 'fix_silent':
      return world.cutOff(review);
    case 'escalation_expired':
      return [{ type: 'escalation_expired', data: { decision: world.expired(review) } }];
    default:
      return undefined;
  }
}

function effectsAmongPeers(review: Review, peer: PeerCase, { kind }: Deadline, world: World): readonly ReviewEvent[] {
  switch (kind) {
    case 'start_reminder':
    case 'escalation_warning':
      return [];
    case 'start_backup':
      return [assigned(world, review, `${whoOf(peer)} has not started within ${startMinutes(peer)} minutes`)];
    case 'claim_ended':
      return world.offer(review);
    case 'reviewer_silent':
      return silent(review, peer, world);
    case 'assignment_wait':
      return waited(review, peer, world);
    case 'judge_silent':
    case 'creator_silent':
    case 'review_open_too_long':
      return [world.escalate(review, ...whyPerson(kind, peer))];
    default:
      return [];
  }
}

function whyPerson(
  kind: 'judge_silent' | 'creator_silent' | 'review_open_too_long',
  { terms }: PeerCase,
): readonly [EscalationTrigger, string] {
  switch (kind) {
    case 'judge_silent':
      return ['nobody_free', `nobody judged a contest within ${terms.silentMinutes} minutes`];
    case 'creator_silent':
      return ['creator_silent', `the creator has not answered within ${terms.creatorMinutes / 60} hours`];
    case 'review_open_too_long':
      return ['open_too_long', `open for more than ${terms.escalation.maxOpenMinutes ?? 0} minutes`];
  }
}

function silent(review: Review, { assignment }: PeerCase, world: World): readonly ReviewEvent[] {
  const reason = `${review.reviewer ?? 'the reviewer'} fell silent and is presumed to have crashed`;
  return assignment?.called === true ? world.lostCall(review, reason) : [assigned(world, review, reason)];
}

/** Somebody may have become free at the last moment; a person is asked only when nobody has. */
function waited(review: Review, { terms }: PeerCase, world: World): readonly ReviewEvent[] {
  const found = world.assign(review, `free after the review waited ${terms.waitMinutes} minutes`);
  if (found.reviewer !== null) return [{ type: 'review_assigned', data: found }];
  return [world.escalate(review, 'nobody_free', `nobody was free to review within ${terms.waitMinutes} minutes`)];
}

function assigned(world: World, review: Review, reason: string): ReviewEvent {
  return { type: 'review_assigned', data: world.assign(review, reason) };
}

function whoOf({ assignment }: PeerCase): string {
  return assignment?.reviewer ?? 'the reviewer';
}

function startMinutes({ terms }: PeerCase): number {
  return terms.startMinutes + terms.backupMinutes;
}
