/** Runs of several agents: which are open, what falls due, and which wait for a person. */
export const runs: readonly string[] = [
  `create table runs (
     id text primary key not null collate nocase,
     title text not null,
     status text not null,
     flagged integer not null,
     agents text not null,
     cause text,
     cycles integer not null,
     issues integer not null,
     started_by text not null,
     started_at integer not null,
     stopped_at integer,
     waiting_since integer,
     next_due_at integer
   ) strict, without rowid`,
  `create index runs_by_start on runs (started_at)`,
  `create index runs_open on runs (started_at) where stopped_at is null`,
  `create index runs_due on runs (next_due_at) where next_due_at is not null`,
  `create index runs_waiting on runs (waiting_since) where waiting_since is not null`,
];
