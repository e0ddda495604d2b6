import { inForce } from '../domain/calibration/in-force.js';
import { leastEvidence } from '../domain/calibration/score.js';
import type { Opinion } from '../domain/model/opinion.js';
import type { Review } from '../domain/model/review.js';
import type { CalibrationReadModels } from './ports/calibration.js';

/** A reviewer's own latest judged opinions that are looked at. */
const OWN_LOOKED_AT = 200;

/** Of everybody: what somebody hardly known is taken for. */
const ALL_LOOKED_AT = 500;

type Weighing = Pick<Review, 'type' | 'standards'>;

/**
 * An opinion as it is recorded: an approval with how far its confidence is believed at this moment (SPEC 7), so that the decision follows from the
 * journal alone, whatever is learned later.
 */
export async function weigh(store: CalibrationReadModels, review: Weighing, opinion: Opinion): Promise<Opinion> {
  const { seat, verdict, failure, confidence: stated } = opinion;
  if (review.standards.calibrate === false || seat.driver === 'embedded') return opinion;
  if (verdict !== 'approved' || failure !== undefined) return opinion;
  const own = await store.judgedOpinions({ reviewer: seat.agent ?? seat.role, limit: OWN_LOOKED_AT });
  if (own.length < leastEvidence) return opinion;
  const all = await store.judgedOpinions({ limit: ALL_LOOKED_AT });
  const calibration = inForce({ own, all }, { category: review.type, stated });
  return calibration === undefined ? opinion : { ...opinion, calibration };
}

/** `weigh` for each opinion of a round. */
export function weighed(
  store: CalibrationReadModels,
  review: Weighing,
  opinions: readonly Opinion[],
): Promise<readonly Opinion[]> {
  return Promise.all(opinions.map((opinion) => weigh(store, review, opinion)));
}
