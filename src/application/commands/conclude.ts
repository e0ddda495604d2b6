import { escalated } from '../../domain/escalation/escalate.js';
import type { Digest } from '../../domain/findings/fingerprint.js';
import { after } from '../../domain/lifecycle/after.js';
import type { Decision } from '../../domain/model/decision.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import type { Opinion } from '../../domain/model/opinion.js';
import type { Review } from '../../domain/model/review.js';
import { markedByContent } from '../../domain/objections/same-content.js';
import { decideRound, interrupted } from '../decide.js';

interface Concluding {
  readonly digest: Digest;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whoever ran the review stopped it. */
  readonly stopped?: boolean;
}

/** The opinions of a round, the decision on them, and the question to a person where a panel leaves it to one. */
export function concluded(
  review: Review | undefined,
  opinions: readonly Opinion[],
  on: Concluding,
): readonly ReviewEvent[] {
  if (review === undefined) throw new Error('a review is decided after it was opened');
  const given = opinions.map((opinion) => markedByContent(opinion, review.change, on.digest));
  const submitted = given.map((opinion): ReviewEvent => ({ type: 'opinion_submitted', data: { opinion } }));
  const heard = { ...review, opinions: [...review.opinions, ...given] };
  const data = decideRound(heard, on.digest);
  if (on.stopped === true && cameToNothing(heard, data.decision))
    return [...submitted, { type: 'review_interrupted', data: interrupted(heard, on.digest, true) }];
  const events: readonly ReviewEvent[] = [...submitted, { type: 'review_decided', data }];
  const reason = questionOf(data.decision);
  if (reason === undefined) return events;
  return [...events, escalated(after(review, events, on.now), { trigger: 'rules', reason, by: 'countersign' }, on.now)];
}

/** Whoever was stopped leaves nothing to ask a person about. An objection that was made before stands all the same. */
function cameToNothing({ opinions }: Review, { outcome }: Decision): boolean {
  const isCut = opinions.some(({ failure }) => failure?.kind === 'cancelled');
  return isCut && outcome !== 'changes_requested' && outcome !== 'rejected';
}

/** Why a panel needs a person (SPEC 6.4); undefined where it acts by itself, or where the author mends first. */
function questionOf({ panel, outcome, rules }: Decision): string | undefined {
  if (panel?.action !== 'human' || outcome === 'changes_requested') return undefined;
  return rules.find(({ id }) => id === `panel.row_${panel.row}`)?.reason;
}
