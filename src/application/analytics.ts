import type { AnalyticsEntry } from '../domain/analytics/entry.js';
import type { AnalyticsSummary } from '../domain/analytics/summary.js';
import type { Refusal } from '../domain/model/refusal.js';

export interface AnalyticsReport {
  readonly summary: AnalyticsSummary;
  /** What the figures suggest to change, in sentences; they quote reviewers: untrusted. */
  readonly tuning: readonly string[];
}

/** Whether the reviews do any good (V2; SPEC 6.6). */
export interface Analytics {
  /** From counters kept on write: it costs the same in a store of any size. */
  summary(): Promise<AnalyticsReport | Refusal>;
  /**
   * Every entry, review after review, read from the journal. What is returned at the end says whether the counters agree with it; undefined where
   * something was recorded meanwhile.
   */
  entries(): Promise<AsyncGenerator<AnalyticsEntry, boolean | undefined, void> | Refusal>;
}
