import { systemClock } from '../adapters/clock/system-clock.js';
import type { Analytics } from '../application/analytics.js';
import { analyticsEntries } from '../application/analytics/entries.js';
import { analyticsReport } from '../application/analytics/summary.js';
import type { Local } from './local.js';

/** Whether the reviews on this machine do any good. */
export function localAnalytics({ withStore }: Pick<Local, 'withStore'>): Analytics {
  return {
    summary: () => withStore('read', (store) => analyticsReport(store, systemClock.now())),
    entries: () => withStore('care', (store) => Promise.resolve(analyticsEntries(store))),
  };
}
