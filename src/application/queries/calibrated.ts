import { calibrations, type Calibration } from '../../domain/calibration/score.js';
import type { CalibrationReadModels } from '../ports/calibration.js';

/** How many of the latest judged opinions are looked at: what reviewers said long ago tells little of what they say now. */
export const JUDGED_LOOKED_AT = 500;

/** How far what reviewers say of their confidence can be believed (SPEC 7). */
export async function calibrated(store: CalibrationReadModels): Promise<readonly Calibration[]> {
  return calibrations(await store.judgedOpinions({ limit: JUDGED_LOOKED_AT }));
}
