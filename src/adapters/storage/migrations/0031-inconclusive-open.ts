/** What was interrupted is pending and completed, and waits for nobody: a walk of what does wait steps over none of it. */
export const inconclusiveOpen: readonly string[] = [
  'drop index reviews_inconclusive',
  `create index reviews_inconclusive on reviews (status, outcome)
   where status = 'pending' and outcome = 'inconclusive' and completed_at is null`,
];
