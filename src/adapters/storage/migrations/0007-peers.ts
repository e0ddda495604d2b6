/** Reviews among peers: who asked, who owes the next step, and when something happens by itself. */
export const peers: readonly string[] = [
  `alter table reviews add column requested_by text`,
  `alter table reviews add column request_key text`,
  `alter table reviews add column assignee text`,
  `alter table reviews add column next_due_at integer`,
  `update reviews set next_due_at = lease_until where status = 'in_progress'`,
  `create unique index reviews_by_request on reviews (requested_by, request_key) where request_key is not null`,
  `create index reviews_by_requester on reviews (requested_by) where requested_by is not null`,
  `create index reviews_owed on reviews (assignee, status) where assignee is not null`,
  `create index reviews_due on reviews (next_due_at) where next_due_at is not null`,
];
