import { escalated } from '../../../domain/escalation/escalate.js';
import type { Loop, LoopStep, Standing } from '../../../domain/fix-loop/loop.js';
import { stopText } from '../../../domain/fix-loop/words.js';
import { next } from '../../../domain/lifecycle/table.js';
import type { ReviewEvent } from '../../../domain/model/event.js';
import type { Review } from '../../../domain/model/review.js';

export type Stop = Extract<LoopStep, { readonly do: 'stop' }>;

/** Whoever ran the loop stopped it: nobody is to be asked. */
export interface CutShort {
  readonly do: 'stop';
  readonly ended: 'stopped';
  readonly reason: 'interrupted';
  /** In a sentence. */
  readonly why: string;
  readonly remaining: readonly Standing[];
}

export interface Ending {
  readonly loop: Pick<Loop, 'attempts' | 'judged'>;
  readonly stop: Stop | CutShort;
  /** The latest commit of the author, and the ref that keeps it. */
  readonly kept?: { readonly commit: string; readonly ref: string } | undefined;
}

/**
 * The end of a loop on record, and the question to a person where it did not end well and none is put yet. Nothing on a review
 * whose loop has ended: it ends once.
 */
export function loopEnd(review: Review, { loop, stop, kept }: Ending, now: number): readonly ReviewEvent[] {
  if (review.fix?.ended !== null) return [];
  const text = stopText(stop);
  const reason = stop.ended === 'passed' ? {} : { reason: stop.reason };
  const ended: ReviewEvent = { type: 'fix_loop_ended', data: { ended: stop.ended, ...reason, text, ...kept } };
  const isPut = review.status === 'escalated' && review.escalation !== null;
  // Nobody judged the change yet, so that there is nothing to put to a person.
  const helpless = loop.attempts.length === 0 && loop.judged.at(-1)?.verdict === 'inconclusive';
  // Whoever decided meanwhile has answered the question.
  const isAnswered = review.personDecision !== null || next(review.status, 'escalate') === undefined;
  if (stop.ended !== 'escalated' || isPut || helpless || isAnswered) return [ended];
  const trigger = stop.reason === 'cap' ? 'revision_cap' : 'rules';
  return [ended, escalated(review, { trigger, reason: text, by: 'countersign' }, now)];
}
