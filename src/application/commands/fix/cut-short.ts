import type { Loop, LoopStep } from '../../../domain/fix-loop/loop.js';
import type { CutShort } from './loop-end.js';

/**
 * Where whoever ran the loop stopped it; undefined where it had come to its end by itself. An author who failed and a round without a
 * verdict were cut off with it.
 */
export function cutShort(loop: Loop, step: LoopStep): CutShort | undefined {
  const where = whereOf(loop, step);
  if (where === undefined) return undefined;
  const heard = loop.judged.findLast(({ verdict }) => verdict !== 'inconclusive');
  const why = `it was interrupted ${where}`;
  return { do: 'stop', ended: 'stopped', reason: 'interrupted', why, remaining: heard?.findings ?? [] };
}

function whereOf({ attempts, terms }: Loop, step: LoopStep): string | undefined {
  const attempt = (number: number): string => `fix attempt ${number} of ${terms.attempts}`;
  if (step.do === 'fix') return `before ${attempt(step.attempt)}`;
  if (step.do === 'judge') return `before ${attempt(attempts.length)} was judged`;
  if (step.ended === 'passed') return undefined;
  if (step.reason === 'author_failed') return `during ${attempt(attempts.length)}`;
  // Nobody could say whether tests went: they were not let look.
  if (step.reason === 'tests_weakened') return `before ${attempt(attempts.length)} was judged`;
  return step.reason === 'inconclusive' ? judging({ attempts, terms }) : undefined;
}

/** Of a round that was cut off: which it was. */
export function judging({ attempts, terms }: Pick<Loop, 'attempts' | 'terms'>): string {
  return attempts.length === 0
    ? 'during the first round'
    : `while fix attempt ${attempts.length} of ${terms.attempts} was judged`;
}
