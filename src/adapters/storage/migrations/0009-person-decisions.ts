/** Until when a person is asked, so that the inbox is in that order; and what persons decided, to be counted. What is due stands in `next_due_at`. */
export const personDecisions: readonly string[] = [
  `alter table reviews add column decide_by integer`,
  `create index reviews_to_decide on reviews (decide_by) where decide_by is not null`,
  `create table person_decisions (
     position integer primary key,
     review_id text collate nocase not null,
     type text not null,
     cause text not null,
     person text not null,
     outcome text not null,
     option integer,
     at integer not null
   ) strict`,
  `create index person_decisions_by_kind on person_decisions (type, cause, position)`,
];
