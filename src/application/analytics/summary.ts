import { summaryOf, type CommonIssue } from '../../domain/analytics/summary.js';
import { tuningHints } from '../../domain/analytics/tuning.js';
import { recollect } from '../../domain/memory/recollect.js';
import type { AnalyticsReport } from '../analytics.js';
import type { Store } from '../ports/store.js';

/** The counters, and what memory says of services: both cost the same in a store of any size. `now`: epoch milliseconds. */
export async function analyticsReport(
  store: Pick<Store, 'analyticsCounts' | 'occurrences'>,
  now: number,
): Promise<AnalyticsReport> {
  const [counts, occurrences] = await Promise.all([store.analyticsCounts(), store.occurrences()]);
  const issues = recollect(occurrences, [], now).flatMap(({ service, issues: own }) =>
    own.map(({ pattern, frequency }): CommonIssue => ({ service, issue: pattern, changes: frequency })),
  );
  const summary = summaryOf(counts, issues);
  return { summary, tuning: tuningHints(summary, issues) };
}
