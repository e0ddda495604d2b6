import type { Notifications } from '../application/application.js';
import type { Local } from './local.js';

/** Notifications of the store; what sends them is loaded when they are sent. */
export function lazyNotifications({ start, withStore }: Local): Notifications {
  return {
    list: (filter) => withStore('read', (store) => store.outbox.listNotifications(filter)),
    deliver: (signal) =>
      withStore('write', async (store) => (await import('./notifications.js')).deliver(start, store, signal)),
    retry: (position) => withStore('write', (store) => store.outbox.retry({ position, now: Date.now() })),
    drop: (what) => withStore('write', (store) => store.outbox.drop({ ...what, now: Date.now() })),
  };
}
