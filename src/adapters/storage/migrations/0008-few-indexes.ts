/**
 * Every index that an append touches is a page of the log. The end of a lease is something that falls due; who owes a review
 * has few of them, whatever their status; open findings are what most findings are, so only the others are looked up by
 * state; and no question is asked of opinions, which stand in the journal.
 */
export const fewIndexes: readonly string[] = [
  `drop index reviews_leased`,
  `drop index reviews_owed`,
  `create index reviews_owed on reviews (assignee) where assignee is not null`,
  `drop index findings_by_state`,
  `create index findings_settled on findings (state) where state <> 'open'`,
  `drop table opinions`,
];
