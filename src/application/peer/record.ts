import { evolve, fold } from '../../domain/lifecycle/evolve.js';
import type { AttemptRefused, Recorded, ReviewEvent } from '../../domain/model/event.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { refusedOnRecord } from '../commands/refused-attempt.js';
import { oncePer } from '../once-per.js';
import type { PeerDependencies } from './dependencies.js';

/** A review as the journal has it now. */
export interface Standing {
  readonly review: Review;
  readonly history: readonly Recorded[];
}

/** Events to record, none to record nothing. */
export type Verdict = { readonly events: readonly ReviewEvent[] } | Refused;

/** Something that is refused; `attempt` where it goes on record. */
export interface Refused {
  readonly refusal: Refusal;
  readonly attempt?: Omit<AttemptRefused, 'code'>;
  /** Facts that are recorded although what was asked is refused. */
  readonly beside?: readonly ReviewEvent[];
}

/**
 * Decides on the present state of a review and records what was decided, again and again while others write to it first.
 * `decide` is asked anew on each state and has no effects of its own; after `attempts` lost races it is refused as busy.
 */
export async function record(
  on: Pick<PeerDependencies, 'store' | 'clock'>,
  id: string,
  actor: string,
  decide: (standing: Standing) => Verdict | Promise<Verdict>,
  attempts = 20,
): Promise<Review | Refusal> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const standing = await standingOf(on, id);
    const verdict = await decide(standing);
    const events = 'events' in verdict ? verdict.events : (verdict.beside ?? []);
    if ('refusal' in verdict && verdict.attempt !== undefined)
      return refusedOnRecord(on, id, verdict.refusal, verdict.attempt);
    if (events.length === 0) return 'refusal' in verdict ? verdict.refusal : standing.review;
    const appended = await on.store.append({
      stream: `review/${id}`,
      expectedVersion: standing.history.length,
      actor,
      at: on.clock.now(),
      events,
    });
    if (appended.outcome === 'conflict') continue;
    if ('refusal' in verdict) return verdict.refusal;
    return appended.events.reduce<Review>(evolve, standing.review);
  }
  return refuse('busy', `review ${id} is being changed by others`, 'try again');
}

/** Throws when the review is not there. */
export async function standingOf({ store }: Pick<PeerDependencies, 'store'>, id: string): Promise<Standing> {
  const standing = standingAfter(await store.readStream(`review/${id}`));
  if (standing === undefined)
    throw new Error(`review ${id} is listed but its stream is empty: run \`countersign rebuild\``);
  return standing;
}

const standingAfter = oncePer((history: readonly Recorded[]): Standing | undefined => {
  const review = fold(history);
  return review === undefined ? undefined : { review, history };
});

export function refused(refusal: Refusal, attempt?: Omit<AttemptRefused, 'code'>): Refused {
  return attempt === undefined ? { refusal } : { refusal, attempt };
}
