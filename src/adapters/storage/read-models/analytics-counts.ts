import type { AnalyticsCount } from '../../../domain/model/analytics.js';
import { statement, type SqlRow, type Statement } from '../sqlite/connection.js';

/** What makes a counter unique. */
export const analyticsKey = ['subject', 'name', 'measure'] as const;

/** As many rows as there are models and services, however many reviews. */
export const selectAnalyticsCounts = statement('select * from analytics_counts order by subject, name, measure');

export function analyticsCount(row: SqlRow): AnalyticsCount {
  const { subject, name, measure, count } = row as unknown as AnalyticsCount;
  return { subject, name, measure, count };
}

/** A counter that went down may be one that nothing counts for any more: a rebuild would not make it. */
export function deleteEmptyCount({ subject, name, measure }: AnalyticsCount): Statement {
  return statement(
    'delete from analytics_counts where subject = ? and name = ? and measure = ? and count = 0',
    ...[subject, name, measure],
  );
}
