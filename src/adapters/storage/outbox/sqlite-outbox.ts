import type { Attempt, NotificationRow, Outbox, Settled, Take } from '../../../application/ports/outbox.js';
import type { Statement } from '../sqlite/connection.js';
import type { SqliteDatabase, Transaction } from '../sqlite/database.js';
import { deliveryRow, notificationRow } from './rows.js';
import * as sql from './statements.js';

/** Notifications routed in one transaction, so that the write lock is held shortly however many have gathered. */
const ROUTED_AT_ONCE = 500;

/** The outbox in the database of the journal. */
export class SqliteOutbox implements Outbox {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async hasWork({ channels, now }: Parameters<Outbox['hasWork']>[0]): Promise<boolean> {
    const [row] = await this.#database.read(sql.selectHasWork(channels, now));
    return Number(row?.['work']) === 1;
  }

  take(ask: Take): Promise<readonly Attempt[]> {
    return this.#database.write((transaction) => {
      route(transaction, ask);
      return ask.channels.flatMap((channel) => claim(transaction, ask, channel));
    });
  }

  async settle(ask: { readonly holder: string; readonly now: number; readonly results: readonly Settled[] }) {
    if (ask.results.length === 0) return;
    await this.#database.write((transaction) => {
      for (const settled of ask.results) transaction.run(sql.settle(settled, ask.holder, ask.now));
    });
  }

  async listNotifications({ limit, states }: Parameters<Outbox['listNotifications']>[0]) {
    const rows = (await this.#database.read(sql.selectNotifications(limit, states))).map(notificationRow);
    const deliveries = await this.#database.read(sql.selectDeliveries(rows.map(({ position }) => position)));
    const of = (position: number) => deliveries.filter((row) => row['position'] === position).map(deliveryRow);
    return rows.map((row) => ({ ...row, deliveries: of(row.position) }));
  }

  retry({ position, now }: Parameters<Outbox['retry']>[0]): Promise<number> {
    return this.#run(sql.retry(position, now));
  }

  drop({ position, channel, now }: Parameters<Outbox['drop']>[0]): Promise<number> {
    return this.#run(sql.drop(position, channel, now));
  }

  async unsettled() {
    const rows = await this.#database.read(sql.selectUnsettled);
    return rows.map((row) => ({
      channel: String(row['channel']),
      state: row['state'] === 'dead' ? ('dead' as const) : ('pending' as const),
      count: Number(row['count']),
    }));
  }

  #run(statement: Statement): Promise<number> {
    return this.#database.write((transaction) => transaction.run(statement));
  }
}

/** Gives every notification after the cursor its deliveries. Positions follow the order of commits: none is passed over. */
function route(transaction: Transaction, { route: channelsFor, since, now }: Take): void {
  const cursor = cursorOf(transaction, since);
  const rows = transaction.all(sql.selectNotificationsAfter(cursor, ROUTED_AT_ONCE)).map(notificationRow);
  for (const row of rows) {
    for (const channel of new Set(channelsFor(row))) transaction.run(sql.insertDelivery(row.position, channel, now));
  }
  transaction.run(sql.moveCursor(rows.at(-1)?.position ?? cursor));
}

function cursorOf(transaction: Transaction, since: number): number {
  const [known] = transaction.all(sql.selectCursor);
  const [row] = known === undefined ? transaction.all(sql.selectLastBefore(since)) : [known];
  return Number(row?.['position'] ?? 0);
}

function claim(transaction: Transaction, { now, leaseMs, holder, limit }: Take, channel: string): readonly Attempt[] {
  const rows = transaction.all(sql.selectDue(channel, now, limit));
  return rows.map((row) => {
    const notification: NotificationRow = notificationRow(row);
    transaction.run(sql.lease(notification.position, channel, holder, now + leaseMs));
    return { notification, channel, number: Number(row['attempts']) + 1 };
  });
}
