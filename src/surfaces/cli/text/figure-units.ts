import type { ReviewMetrics } from '../../../application/peer-review.js';

/** What stands behind the value of a figure. */
export const unitSigns: Readonly<Record<ReviewMetrics['figures'][number]['unit'], string>> = {
  minutes: ' min',
  hours: ' h',
  percent: ' %',
  revisions: '',
  points: '',
  reviews: ' reviews',
  'reviews an hour': ' an hour',
  'Brier score': '',
};
