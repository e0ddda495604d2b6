import type { Evidence, PatternSwitch } from '../model/pattern.js';
import { EVIDENCE_LOOKED_AT, wasReviewed } from './evidence.js';
import { suggestedAfterMs } from './suggest.js';

/** A pattern that became one that may be skipped. */
export interface Formation {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Changes of its kind that were reviewed until then. */
  readonly reviews: number;
}

/**
 * When a pattern formed, and after how many reviews (PRS 13): as the record tells, a week before it was suggested, or when it was switched on
 * if that came first. Undefined where neither was, or where it has more evidence than is looked at, so that its first reviews are unknown.
 */
export function formationOf(
  evidence: readonly Evidence[],
  { suggestedAt, enabledAt }: Pick<PatternSwitch, 'suggestedAt' | 'enabledAt'>,
): Formation | undefined {
  if (evidence.length >= EVIDENCE_LOOKED_AT) return undefined;
  const formed = [suggestedAt === null ? null : suggestedAt - suggestedAfterMs, enabledAt].filter((at) => at !== null);
  if (formed.length === 0) return undefined;
  const at = Math.min(...formed);
  return { at, reviews: evidence.filter((each) => wasReviewed(each.outcome) && each.at <= at).length };
}
