/** Of how many approvals anybody said what became of them: silence says nothing of a confidence. Filled by a rebuild. */
export const outcomesKnown: readonly string[] = [
  'alter table review_metrics add column outcomes_known integer not null default 0',
];
