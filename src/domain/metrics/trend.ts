import type { Figure } from './figures.js';
import { enoughEvidence, rounded, sentenceCase } from './recommend.js';

/** How a figure moved from one period to the next of the same length. */
export interface Trend {
  readonly name: string;
  readonly unit: Figure['unit'];
  readonly before: number;
  readonly now: number;
  readonly direction: 'better' | 'worse' | 'neither';
  /** For a person, with what it rests on. */
  readonly text: string;
}

/** A move of less than this part of the value before is no trend: single reviews make it. */
const leastMove = 0.1;

/**
 * Figures that moved by a tenth or more, on enough reviews in both periods (PRS 13). A few reviews more or less make a trend seem
 * to be where there is none, so each says on how many it rests.
 */
export function trendsOf(now: readonly Figure[], before: readonly Figure[]): readonly Trend[] {
  const earlier = new Map(before.map((figure) => [figure.name, figure]));
  return now.flatMap((figure) => {
    const past = earlier.get(figure.name);
    return past === undefined ? [] : trendOf(figure, past);
  });
}

function trendOf(figure: Figure, past: Figure): readonly Trend[] {
  const { name, unit, value, evidence, goal } = figure;
  if (value === null || past.value === null) return [];
  if (Math.min(evidence, past.evidence) < enoughEvidence) return [];
  if (Math.abs(value - past.value) < leastMove * Math.max(Math.abs(past.value), Number.EPSILON)) return [];
  const moved = goal === null ? 0 : off(value, goal) - off(past.value, goal);
  const direction = moved === 0 ? 'neither' : moved < 0 ? 'better' : 'worse';
  const verb = value > past.value ? 'rose' : 'fell';
  const text =
    `${sentenceCase(name)} ${verb} from ${rounded(past.value)} to ${rounded(value)} ${unit} ` +
    `(${past.evidence} and ${evidence} reviews)${word(direction, goal)}.`;
  return [{ name, unit, before: past.value, now: value, direction, text }];
}

function word(direction: Trend['direction'], goal: Figure['goal']): string {
  if (goal === null) return '';
  return `: ${direction === 'neither' ? 'within its target' : direction}`;
}

/** How far a value lies from what is hoped for. */
function off(value: number, [least, most]: NonNullable<Figure['goal']>): number {
  return Math.max(0, least - value, value - most);
}
