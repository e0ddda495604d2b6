import type { AnalyticsCount } from '../../domain/model/analytics.js';

/** What analytics reads (SPEC 6.6). */
export interface AnalyticsReadModels {
  /** Every counter that counts something, in the order of subject, name and measure. */
  analyticsCounts(): Promise<readonly AnalyticsCount[]>;
}
