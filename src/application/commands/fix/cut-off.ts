import type { Loop } from '../../../domain/fix-loop/loop.js';
import { nextStep } from '../../../domain/fix-loop/next-step.js';
import { after } from '../../../domain/lifecycle/after.js';
import type { Recorded, ReviewEvent } from '../../../domain/model/event.js';
import type { Review } from '../../../domain/model/review.js';
import { judging } from './cut-short.js';
import { verified } from './judged.js';
import { loopEnd, type Stop } from './loop-end.js';
import { loopOf, type LoopOnRecord } from './loop-of.js';

/**
 * The end of a loop whose process is gone: that to which it had come, where its last step was one, else that it was interrupted.
 * What the author made stays under its ref. The author is not asked again: nobody is there to be told of it.
 */
export function cutOff(history: readonly Recorded[], now: number): readonly ReviewEvent[] {
  const found = loopOf(history);
  if (found === undefined) return [];
  const { review, loop } = found;
  const closed = closedBy(found);
  const step = nextStep(loop);
  const stop = step.do === 'stop' && !isCut(history) ? step : interrupted(loop, isCut(history));
  return [...closed, ...loopEnd(after(review, closed, now), { loop, stop, kept: keptOf(review) }, now)];
}

/** What the last round no longer saw, where the process went before it said so. */
function closedBy({ review, loop, known }: LoopOnRecord): readonly ReviewEvent[] {
  const last = loop.judged.at(-1);
  const isDecided = review.decision !== null && review.personDecision === null;
  return last === undefined || !isDecided || loop.judged.length < 2 ? [] : verified(review, known, last);
}

/** Whether the process went while its latest round was judged: what that round came to is not what ended the loop. */
function isCut(history: readonly Recorded[]): boolean {
  const last = history.findLast(({ type }) => type === 'review_decided' || type === 'review_interrupted');
  return last?.type === 'review_interrupted';
}

function interrupted(loop: Loop, inRound: boolean): Stop {
  const why = `the process that ran the fix loop ended ${inRound ? judging(loop) : between(loop)}`;
  const heard = loop.judged.findLast(({ verdict }) => verdict !== 'inconclusive');
  return { do: 'stop', ended: 'escalated', reason: 'interrupted', why, remaining: heard?.findings ?? [] };
}

function between({ attempts, judged, terms }: Loop): string {
  const asked = attempts.length < judged.length;
  const which = `fix attempt ${asked ? attempts.length + 1 : attempts.length} of ${terms.attempts}`;
  return asked ? `during ${which}` : `before ${which} was judged`;
}

/** The latest commit that an attempt left, and its ref. */
function keptOf({ fix }: Pick<Review, 'fix'>): { readonly commit: string; readonly ref: string } | undefined {
  const last = fix?.attempts.findLast(({ ref }) => ref !== undefined);
  return last?.ref === undefined ? undefined : { commit: last.commit, ref: last.ref };
}
