import type { Attempt, Judged, Loop } from '../../../domain/fix-loop/loop.js';
import { evolve } from '../../../domain/lifecycle/evolve.js';
import type { Recorded } from '../../../domain/model/event.js';
import type { Review } from '../../../domain/model/review.js';
import { judgedOf } from './judged.js';
import type { Known } from './known.js';

/** A loop as its journal tells it. */
export interface LoopOnRecord {
  readonly review: Review;
  readonly loop: Loop;
  readonly known: Known;
}

/** Where the loop of a review stands, out of nothing but its history; undefined where it has none. */
export function loopOf(history: readonly Recorded[]): LoopOnRecord | undefined {
  let review: Review | undefined;
  let known: Known = new Map();
  const judged: Judged[] = [];
  for (const event of history) {
    review = evolve(review, event);
    if (event.type !== 'review_decided' && event.type !== 'review_interrupted') continue;
    const round = judgedOf(review, known);
    known = round.known;
    judged.push(round.judged);
  }
  if (review?.fix === undefined) return undefined;
  const { cap, turns, attempts } = review.fix;
  const made = attempts.map(({ ended, tree, detail }): Attempt => ({
    ended,
    content: tree,
    ...(detail !== undefined && { detail }),
  }));
  return { review, known, loop: { terms: { attempts: cap, turns }, judged, attempts: made } };
}
