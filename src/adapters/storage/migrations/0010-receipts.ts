/** What became of entries of the spool, so that each counts once. No part of the journal, so no rebuild touches it. */
export const receipts: readonly string[] = [
  `create table receipts (
     id text primary key not null,
     verb text not null,
     handed_in_at integer not null,
     settled_at integer not null,
     stream text,
     outcome text not null,
     code text,
     message text
   ) strict, without rowid`,
  `create index receipts_by_time on receipts (settled_at, id)`,
];
