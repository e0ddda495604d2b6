import { checkReviewRequired } from './check-review-required.js';
import { contestFinding } from './contest-finding.js';
import { emitEvent } from './emit-event.js';
import { escalateReview } from './escalate-review.js';
import { getReviewMetrics } from './get-review-metrics.js';
import { getReview } from './get-review.js';
import { listReviews } from './list-reviews.js';
import { reportOutcome } from './report-outcome.js';
import { requestReReview } from './request-re-review.js';
import { requestReview } from './request-review.js';
import { startReview } from './start-review.js';
import { submitReview } from './submit-review.js';
import type { Tool } from './tool.js';

/** The tools of SPEC 5.1, in the order of a review. */
export const tools: readonly Tool[] = [
  checkReviewRequired,
  requestReview,
  getReview,
  listReviews,
  startReview,
  submitReview,
  requestReReview,
  contestFinding,
  escalateReview,
  reportOutcome,
  getReviewMetrics,
  emitEvent,
];
