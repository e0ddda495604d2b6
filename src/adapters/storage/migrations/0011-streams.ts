/**
 * An event names the event that it follows, and one small tree says which is the last of each stream and of the journal: an
 * append then writes one page where an index of all events and the head of the journal took two. The end of the journal that
 * was recorded before is kept as it is, so that no loss is mended by this step.
 */
export const streams: readonly string[] = [
  `create table streams (
     stream text primary key,
     last integer not null
   ) strict, without rowid`,
  `insert into streams select stream, max(position) from events group by stream`,
  `insert into streams select '~', position from journal_head`,
  `drop table journal_head`,
  `create table linked_events (
     position integer primary key,
     follows integer,
     stream text not null,
     version integer not null,
     at integer not null,
     actor text not null,
     type text not null,
     previous text not null,
     hash text not null,
     chain text not null,
     data text not null
   ) strict`,
  `insert into linked_events
     select e.position, before.position, e.stream, e.version, e.at, e.actor, e.type, e.previous, e.hash, e.chain, e.data
     from events as e left join events as before on before.stream = e.stream and before.version = e.version - 1
     order by e.position`,
  `drop table events`,
  `alter table linked_events rename to events`,
];
