/** Gates: which work, which wait for a person, and which artifact of a task counts. */
export const gates: readonly string[] = [
  `create table gates (
     id text primary key not null collate nocase,
     task text not null,
     workflow text not null,
     status text not null,
     reason text,
     coder text not null,
     reviewer text,
     iterations integer not null,
     artifact_path text,
     locked text,
     started_by text not null,
     started_at integer not null,
     ended_at integer,
     waiting_since integer,
     next_due_at integer
   ) strict, without rowid`,
  `create index gates_by_start on gates (started_at)`,
  `create index gates_by_task on gates (task, started_at)`,
  `create index gates_due on gates (next_due_at) where next_due_at is not null`,
  `create index gates_waiting on gates (waiting_since) where waiting_since is not null`,
];
