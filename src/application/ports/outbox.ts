import type { Notification } from '../../domain/model/notification.js';
import type { Subject } from '../../domain/notification/subject.js';

/** A notification as the store keeps it, with what is known of its review when it is read. */
export interface NotificationRow extends Notification {
  /** Position of its event in the journal, which names it. */
  readonly position: number;
  /** Epoch milliseconds of the event. */
  readonly at: number;
  readonly review: Subject;
}

/** `dead`: tried so often that nobody tries any more. `dropped`: a person gave it up. */
export type DeliveryState = 'pending' | 'delivered' | 'dead' | 'dropped';

/** What became of one notification on one channel. */
export interface DeliveryRow {
  readonly channel: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When it is tried next, or may be taken from whoever is trying it. Epoch milliseconds; null when it is settled. */
  readonly nextAt: number | null;
  readonly settledAt: number | null;
  /** Why the last attempt failed. */
  readonly error: string | null;
}

/** One attempt that was handed out. */
export interface Attempt {
  readonly notification: NotificationRow;
  readonly channel: string;
  /** This one included, from 1. */
  readonly number: number;
}

export interface Take {
  /** Names of the channels that a notification goes to. Asked once for each notification. */
  readonly route: (notification: NotificationRow) => readonly string[];
  /** Channels that the caller can send by. */
  readonly channels: readonly string[];
  /** When nothing was ever taken from this store: what happened before this time (epoch milliseconds) is not told. */
  readonly since: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** How long nobody else gets what is handed out. */
  readonly leaseMs: number;
  /** Names the caller; unlike that of anybody else. */
  readonly holder: string;
  /** Attempts handed out for each channel, at most. */
  readonly limit: number;
}

export interface Settled {
  /** Position. */
  readonly notification: number;
  readonly channel: string;
  readonly result:
    | { readonly outcome: 'delivered' }
    /** `nextAt` null: it is dead. */
    | { readonly outcome: 'failed'; readonly error: string; readonly nextAt: number | null }
    /** It was not tried. */
    | { readonly outcome: 'released' };
}

/**
 * Notifications on their way (issue of delivery, not of review). What is to be told is derived from the journal and written with
 * the event; what was told is a fact of its own, which no rebuild touches. Every method may throw `StoreUnavailable`.
 */
export interface Outbox {
  /** Whether `take` would change anything for these channels, for any when they are not named. Only reads. */
  hasWork(ask: { readonly channels?: readonly string[]; readonly now: number }): Promise<boolean>;
  /** Routes what is new and hands out what is due, the longest due first, in one transaction. */
  take(ask: Take): Promise<readonly Attempt[]>;
  /** Records results in one transaction. A failure counts only while nobody else has taken the attempt over. */
  settle(ask: { readonly holder: string; readonly now: number; readonly results: readonly Settled[] }): Promise<void>;
  /** Newest first, deliveries by channel. */
  listNotifications(ask: {
    readonly limit: number;
    /** Only those with a delivery in one of these states. */
    readonly states?: readonly DeliveryState[];
  }): Promise<readonly (NotificationRow & { readonly deliveries: readonly DeliveryRow[] })[]>;
  /** Makes pending at once what is dead or waits for its next attempt; the number of deliveries. */
  retry(ask: { readonly position?: number | undefined; readonly now: number }): Promise<number>;
  /** Gives up what is pending or dead; the number of deliveries. */
  drop(ask: {
    readonly position?: number | undefined;
    readonly channel?: string | undefined;
    readonly now: number;
  }): Promise<number>;
  /** Unsettled deliveries by channel. */
  unsettled(): Promise<
    readonly { readonly channel: string; readonly state: 'pending' | 'dead'; readonly count: number }[]
  >;
}
