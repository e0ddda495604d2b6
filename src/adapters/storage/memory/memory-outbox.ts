import type {
  Attempt,
  DeliveryRow,
  DeliveryState,
  NotificationRow,
  Outbox,
  Settled,
  Take,
} from '../../../application/ports/outbox.js';
import type { GateEvent, PatternEvent, Recorded, RunEvent, TaskEvent } from '../../../domain/model/event.js';
import type { Notification } from '../../../domain/model/notification.js';
import type { Review } from '../../../domain/model/review.js';
import type { Gate } from '../../../domain/model/gate.js';
import type { Task } from '../../../domain/model/task.js';
import type { Run } from '../../../domain/model/run.js';
import { notificationFor } from '../../../domain/notification/notification-for.js';
import { notificationForGate } from '../../../domain/notification/notification-for-gate.js';
import { notificationForTask } from '../../../domain/notification/notification-for-task.js';
import { notificationForPattern } from '../../../domain/notification/notification-for-pattern.js';
import { notificationForRun } from '../../../domain/notification/notification-for-run.js';
import type { Subject } from '../../../domain/notification/subject.js';

interface Kept extends Notification {
  readonly position: number;
  readonly at: number;
  readonly reviewId: string;
}

interface Delivery {
  readonly position: number;
  readonly channel: string;
  state: DeliveryState;
  attempts: number;
  nextAt: number;
  settledAt: number | null;
  error: string | null;
  holder: string | null;
}

/** The outbox of a store in memory. */
export class MemoryOutbox implements Outbox {
  readonly #notifications: Kept[] = [];
  readonly #deliveries: Delivery[] = [];
  readonly #subject: (id: string) => Subject | undefined;
  #cursor: number | undefined;

  constructor(subject: (id: string) => Subject | undefined) {
    this.#subject = subject;
  }

  /** Keeps what an event of a review tells; `review` is the state after it. */
  record(event: Recorded, review: Review): void {
    this.#keep(notificationFor(event, review), event, review.id);
  }

  /** The same of a run. */
  recordRun(event: Recorded<RunEvent>, run: Run): void {
    this.#keep(notificationForRun(event, run), event, run.id);
  }

  /** The same of a task. */
  recordTask(event: Recorded<TaskEvent>, task: Task): void {
    this.#keep(notificationForTask(event, task), event, task.id);
  }

  /** The same of a gate. */
  recordGate(event: Recorded<GateEvent>, gate: Gate): void {
    this.#keep(notificationForGate(event, gate), event, gate.id);
  }

  /** The same of a pattern. */
  recordPattern(event: Recorded<PatternEvent>, pattern: string): void {
    this.#keep(notificationForPattern(event), event, pattern);
  }

  #keep(notification: Notification | undefined, event: Pick<Recorded, 'position' | 'at'>, reviewId: string): void {
    if (notification === undefined) return;
    this.#notifications.push({ ...notification, position: event.position, at: event.at, reviewId });
  }

  hasWork({ channels, now }: Parameters<Outbox['hasWork']>[0]): Promise<boolean> {
    const unrouted = this.#notifications.some(({ position }) => position > (this.#cursor ?? 0));
    const known = channels ?? this.#deliveries.map(({ channel }) => channel);
    return Promise.resolve(unrouted || known.some((channel) => this.#due(channel, now).length > 0));
  }

  take(ask: Take): Promise<readonly Attempt[]> {
    this.#route(ask);
    return Promise.resolve(ask.channels.flatMap((channel) => this.#claim(ask, channel)));
  }

  settle(ask: { readonly holder: string; readonly now: number; readonly results: readonly Settled[] }): Promise<void> {
    for (const { notification, channel, result } of ask.results) {
      const delivery = this.#deliveries.find((each) => each.position === notification && each.channel === channel);
      if (delivery?.state !== 'pending') continue;
      if (result.outcome === 'delivered') {
        Object.assign(delivery, { state: 'delivered', settledAt: ask.now, error: null, holder: null });
      } else if (delivery.holder === ask.holder) {
        Object.assign(delivery, afterNoDelivery(delivery, result, ask.now), { holder: null });
      }
    }
    return Promise.resolve();
  }

  listNotifications({ limit, states }: Parameters<Outbox['listNotifications']>[0]) {
    const rows = this.#notifications.map((kept) => ({
      ...this.#row(kept),
      deliveries: this.#deliveries
        .filter(({ position }) => position === kept.position)
        .sort((a, b) => (a.channel < b.channel ? -1 : 1))
        .map(deliveryRow),
    }));
    const wanted = rows.filter(
      ({ deliveries }) => states === undefined || deliveries.some(({ state }) => states.includes(state)),
    );
    return Promise.resolve(wanted.reverse().slice(0, limit));
  }

  retry({ position, now }: Parameters<Outbox['retry']>[0]): Promise<number> {
    const wanted = this.#deliveries
      .filter(({ state, holder }) => state === 'dead' || (state === 'pending' && holder === null))
      .filter((delivery) => position === undefined || delivery.position === position);
    for (const delivery of wanted)
      Object.assign(delivery, { state: 'pending', nextAt: now, attempts: 0, settledAt: null });
    return Promise.resolve(wanted.length);
  }

  drop({ position, channel, now }: Parameters<Outbox['drop']>[0]): Promise<number> {
    const wanted = this.#deliveries
      .filter(({ state }) => state === 'pending' || state === 'dead')
      .filter((delivery) => position === undefined || delivery.position === position)
      .filter((delivery) => channel === undefined || delivery.channel === channel);
    for (const delivery of wanted) Object.assign(delivery, { state: 'dropped', settledAt: now, holder: null });
    return Promise.resolve(wanted.length);
  }

  unsettled() {
    const channels = [...new Set(this.#deliveries.map(({ channel }) => channel))];
    const counts = (['pending', 'dead'] as const).flatMap((state) =>
      channels.map((channel) => ({
        channel,
        state,
        count: this.#deliveries.filter((each) => each.channel === channel && each.state === state).length,
      })),
    );
    return Promise.resolve(counts.filter(({ count }) => count > 0));
  }

  #route({ route, since, now }: Take): void {
    this.#cursor ??= this.#notifications.findLast(({ at }) => at < since)?.position ?? 0;
    const cursor = this.#cursor;
    for (const kept of this.#notifications.filter(({ position }) => position > cursor)) {
      for (const channel of new Set(route(this.#row(kept)))) {
        this.#deliveries.push({
          position: kept.position,
          channel,
          state: 'pending',
          attempts: 0,
          nextAt: now,
          settledAt: null,
          error: null,
          holder: null,
        });
      }
      this.#cursor = kept.position;
    }
  }

  #claim({ now, leaseMs, holder, limit }: Take, channel: string): readonly Attempt[] {
    return this.#due(channel, now)
      .slice(0, limit)
      .map((delivery) => {
        Object.assign(delivery, { holder, nextAt: now + leaseMs, attempts: delivery.attempts + 1 });
        const kept = this.#notifications.find(({ position }) => position === delivery.position);
        if (kept === undefined) throw new Error(`delivery of notification ${delivery.position}, which is not there`);
        return { notification: this.#row(kept), channel, number: delivery.attempts };
      });
  }

  #due(channel: string, now: number): readonly Delivery[] {
    return this.#deliveries
      .filter((each) => each.state === 'pending' && each.channel === channel && each.nextAt <= now)
      .sort((a, b) => a.nextAt - b.nextAt || a.position - b.position);
  }

  #row({ reviewId, ...notification }: Kept): NotificationRow {
    const review = this.#subject(reviewId);
    if (review === undefined) throw new Error(`notification of ${reviewId}, which is not there`);
    return { ...notification, review };
  }
}

function afterNoDelivery(
  { attempts }: Delivery,
  result: Exclude<Settled['result'], { outcome: 'delivered' }>,
  now: number,
): Partial<Delivery> {
  if (result.outcome === 'released') return { nextAt: now, attempts: attempts - 1 };
  const { error, nextAt } = result;
  return nextAt === null ? { state: 'dead', settledAt: now, error } : { nextAt, error };
}

function deliveryRow({ channel, state, attempts, nextAt, settledAt, error }: Delivery): DeliveryRow {
  return { channel, state, attempts, nextAt: state === 'pending' ? nextAt : null, settledAt, error };
}
