import type { Opinion } from '../../model/opinion.js';
import type { Standards } from '../../model/review.js';
import { embeddedVerdict } from './embedded-verdict.js';
import { fromEmbedded, type Round } from './round.js';

/**
 * Confidence of a round, 0-100: the least confident seat that concluded speaks for all. The embedded seats are one reviewer
 * in several roles, so their confidence follows from all their findings together (SPEC 5.5). Undefined when no seat
 * concluded.
 */
export function confidenceOf(round: Round): number | undefined {
  const concluded = round.opinions.filter(
    ({ verdict, failure }) => verdict !== 'inconclusive' && failure === undefined,
  );
  const stated = concluded
    .filter(({ seat }) => seat.driver !== 'embedded')
    .map((each) => countsAs(each, round.standards));
  if (round.earlier !== undefined && stated.length > 1 && concluded.every(({ verdict }) => verdict === 'approved'))
    return together(stated, round.standards.lowConfidence);
  const embedded = concluded.some(({ seat }) => seat.driver === 'embedded');
  if (embedded)
    stated.push(
      embeddedVerdict(
        fromEmbedded(round).map(({ severity }) => severity),
        round.embedded,
      ).confidence,
    );
  return stated.length === 0 ? undefined : Math.min(...stated);
}

/**
 * A second seat is asked because the first was not sure enough (SPEC 5.5): the surer of two that approve speaks for both,
 * unless one of them doubts that it will work.
 */
function together(stated: readonly number[], low: number): number {
  const least = Math.min(...stated);
  return least < low ? least : Math.max(...stated);
}

/**
 * The confidence of an opinion as the standards compare it, 0-100: of an approval at most what proved right before (SPEC 7). What is only not
 * believed falls short of an approval and is no doubt that the change works, so that another reviewer may still carry it.
 */
export function countsAs(
  { verdict, confidence, calibration }: Pick<Opinion, 'verdict' | 'confidence' | 'calibration'>,
  { minConfidence, lowConfidence, calibrate }: Standards,
): number {
  if (calibration === undefined || verdict !== 'approved' || calibrate === false) return confidence;
  const short = Math.min(lowConfidence, minConfidence - 1);
  return Math.min(confidence, Math.max(calibration.confidence, short));
}
