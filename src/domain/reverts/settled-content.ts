import type { Review } from '../model/review.js';

/** Of a longer series the newest commits are known, and its tree. */
const COMMITS_KEPT = 100;

/** By which an approved or skipped review is known again in git: its commits, the newest first, and its tree. */
export function settledContent({ status, change }: Review): readonly string[] {
  if (status !== 'approved' && status !== 'skipped') return [];
  const commits = change.commits.slice(0, COMMITS_KEPT).map(({ id }) => id);
  return [...new Set([...commits, change.headTree])];
}
