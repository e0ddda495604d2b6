import type { JudgedOpinion } from '../../domain/model/calibration.js';

/** What says how far a reviewer's confidence can be believed (SPEC 7). */
export interface CalibrationReadModels {
  /** Opinions of which it is known whether they were right: of the review requested last first, at most `limit`. */
  judgedOpinions(filter: JudgedFilter): Promise<readonly JudgedOpinion[]>;
}

export interface JudgedFilter {
  /** Only this reviewer's. */
  readonly reviewer?: string;
  readonly limit: number;
}
