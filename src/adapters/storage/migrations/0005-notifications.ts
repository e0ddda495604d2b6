/**
 * `notifications` is a read model, one row for each event that somebody is told of. The other two hold what was told: facts
 * that the journal does not have and a rebuild does not touch.
 */
export const notifications: readonly string[] = [
  `create table notifications (
     position integer primary key,
     review_id text collate nocase not null,
     word text not null,
     at integer not null,
     recipients text not null,
     detail text
   ) strict`,
  `create table notification_cursor (
     id integer primary key check (id = 1),
     position integer not null
   ) strict`,
  `create table notification_deliveries (
     position integer not null,
     channel text not null,
     state text not null,
     attempts integer not null,
     next_at integer not null,
     holder text,
     settled_at integer,
     error text,
     primary key (position, channel)
   ) strict, without rowid`,
  `create index notification_deliveries_due on notification_deliveries (channel, next_at) where state = 'pending'`,
  `create index notification_deliveries_dead on notification_deliveries (channel) where state = 'dead'`,
];
