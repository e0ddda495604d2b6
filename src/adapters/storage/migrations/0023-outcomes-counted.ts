/** What became of approved and of skipped changes, and how far the confidence lay from it. Filled by a rebuild. */
export const outcomesCounted: readonly string[] = [
  'alter table review_metrics add column approved_reported integer not null default 0',
  'alter table review_metrics add column skipped_reported integer not null default 0',
  'alter table review_metrics add column confidence_error integer not null default 0',
  'delete from review_metrics',
];
