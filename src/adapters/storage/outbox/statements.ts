import type { DeliveryState, Settled } from '../../../application/ports/outbox.js';
import { statement, type SqlValue, type Statement } from '../sqlite/connection.js';

const kindOfOther = `case when u.id is not null then 'run' when g.id is not null then 'gate'
  when t.id is not null then 'task' else 'pattern' end`;
const columns = `n.position, n.review_id, n.word, n.at, n.recipients, n.detail,
  coalesce(r.title, u.title, g.task, t.title, n.review_id) as title, coalesce(r.type, ${kindOfOther}) as type,
  coalesce(r.status, u.status, g.status, t.status, 'suggested') as status,
  coalesce(r.creator_agent, u.started_by, g.coder, t.assignee, '') as creator_agent,
  coalesce(r.reviewer_agent, g.reviewer) as reviewer_agent,
  coalesce(r.revision_count, u.cycles, g.iterations, t.revisions, 0) as revision_count,
  iif(r.id is not null, null, ${kindOfOther}) as subject`;
const withReview =
  'left join reviews as r on r.id = n.review_id left join runs as u on u.id = n.review_id left join gates as g on g.id = n.review_id left join tasks as t on t.id = n.review_id';

export const selectCursor = statement('select position from notification_cursor where id = 1');

export const selectLastBefore = (at: number): Statement =>
  statement('select position from notifications where at < ? order by position desc limit 1', at);

export const selectHasWork = (channels: readonly string[] | undefined, now: number): Statement =>
  statement(
    `select exists (select 1 from notifications
       where position > coalesce((select position from notification_cursor where id = 1), 0))
     or exists (select 1 from notification_deliveries
       where state = 'pending' and next_at <= ? ${channels === undefined ? '' : `and channel in (${list(channels)})`}) as work`,
    now,
    ...(channels ?? []),
  );

export const selectNotificationsAfter = (position: number, limit: number): Statement =>
  statement(
    `select ${columns} from notifications as n ${withReview} where n.position > ? order by n.position limit ?`,
    position,
    limit,
  );

export const insertDelivery = (position: number, channel: string, now: number): Statement =>
  statement(
    `insert into notification_deliveries (position, channel, state, attempts, next_at)
     values (?, ?, 'pending', 0, ?) on conflict (position, channel) do nothing`,
    position,
    channel,
    now,
  );

export const moveCursor = (position: number): Statement =>
  statement(
    `insert into notification_cursor (id, position) values (1, ?)
     on conflict (id) do update set position = excluded.position`,
    position,
  );

/** The longest due first; of those due alike, the oldest. */
export const selectDue = (channel: string, now: number, limit: number): Statement =>
  statement(
    `select ${columns}, d.attempts from notification_deliveries as d
     join notifications as n on n.position = d.position ${withReview}
     where d.state = 'pending' and d.channel = ? and d.next_at <= ? order by d.next_at, d.position limit ?`,
    channel,
    now,
    limit,
  );

/** An attempt counts from when it is handed out: what kills its process is not tried for ever. */
export const lease = (position: number, channel: string, holder: string, until: number): Statement =>
  statement(
    `update notification_deliveries set holder = ?, next_at = ?, attempts = attempts + 1
     where position = ? and channel = ?`,
    holder,
    until,
    position,
    channel,
  );

export function settle({ notification, channel, result }: Settled, holder: string, now: number): Statement {
  const pending = `where position = ? and channel = ? and state = 'pending'`;
  switch (result.outcome) {
    case 'delivered':
      return statement(
        `update notification_deliveries set state = 'delivered', settled_at = ?, holder = null, error = null ${pending}`,
        now,
        notification,
        channel,
      );
    case 'released':
      return statement(
        `update notification_deliveries set holder = null, next_at = ?, attempts = attempts - 1 ${pending} and holder = ?`,
        now,
        notification,
        channel,
        holder,
      );
    case 'failed':
      return statement(
        `update notification_deliveries
         set state = ?, next_at = ?, settled_at = ?, error = ?, holder = null ${pending} and holder = ?`,
        result.nextAt === null ? 'dead' : 'pending',
        result.nextAt ?? now,
        result.nextAt === null ? now : null,
        result.error,
        notification,
        channel,
        holder,
      );
  }
}

export function selectNotifications(limit: number, states: readonly DeliveryState[] | undefined): Statement {
  // Each state by its own name in the text, so that the small ones are found by their indexes.
  const inState = (state: DeliveryState) => `select position from notification_deliveries where state = '${state}'`;
  const wanted = states === undefined ? '' : `where n.position in (${states.map(inState).join(' union ')})`;
  return statement(
    `select ${columns} from notifications as n ${withReview} ${wanted} order by n.position desc limit ?`,
    limit,
  );
}

export const selectDeliveries = (positions: readonly number[]): Statement =>
  statement(
    `select position, channel, state, attempts, next_at, settled_at, error from notification_deliveries
     where position in (${list(positions)}) order by position, channel`,
    ...positions,
  );

export const retry = (position: number | undefined, now: number): Statement =>
  statement(
    `update notification_deliveries
     set state = 'pending', next_at = ?, attempts = 0, settled_at = null
     where (state = 'dead' or (state = 'pending' and holder is null)) ${at(position)}`,
    now,
    ...given(position),
  );

export const drop = (position: number | undefined, channel: string | undefined, now: number): Statement =>
  statement(
    `update notification_deliveries set state = 'dropped', settled_at = ?, holder = null
     where state in ('pending', 'dead') ${at(position)} ${channel === undefined ? '' : 'and channel = ?'}`,
    now,
    ...given(position),
    ...given(channel),
  );

export const selectUnsettled = statement(
  `select channel, state, count(*) as count from notification_deliveries where state = 'pending' group by channel
   union all
   select channel, state, count(*) as count from notification_deliveries where state = 'dead' group by channel`,
);

function list(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

function at(position: number | undefined): string {
  return position === undefined ? '' : 'and position = ?';
}

function given(value: SqlValue | undefined): readonly SqlValue[] {
  return value === undefined ? [] : [value];
}
