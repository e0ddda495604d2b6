import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { systemClock } from '../adapters/clock/system-clock.js';
import { repositoryRoots } from '../adapters/git/common-directory.js';
import { channelsOf } from '../adapters/notification/channels.js';
import { configFile } from '../adapters/user-config/config-file.js';
import { readConfig } from '../adapters/notification/config/read-config.js';
import {
  deliverNotifications,
  type DeliverDependencies,
  type DeliveryReport,
} from '../application/commands/deliver.js';
import type { Channel } from '../application/ports/notifier.js';
import type { Store } from '../application/ports/store.js';
import { isRefusal, refuse, type Refusal } from '../domain/model/refusal.js';
import type { Start } from './store-directory.js';

/** The channels that the user of this machine set up; undefined where there is no configuration. */
export async function channels(start: Start): Promise<readonly Channel[] | undefined | Refusal> {
  const { env } = start;
  const outside = await realRoots(start.directory);
  const configs = await readConfig(configFile(env), { env, outside });
  if (configs === undefined || isRefusal(configs)) return configs;
  const { platform } = process;
  return channelsOf(configs, { env, outside, terminal: start.stderr, platform, now: () => systemClock.now() });
}

/** Sends what is due. Refused where no channel is set up, or none can be used. */
export async function deliver(start: Start, store: Store, signal: AbortSignal): Promise<DeliveryReport | Refusal> {
  const found = await channels(start);
  if (isRefusal(found)) return found;
  if (found === undefined)
    return refuse(
      'no_channels',
      `there is no configuration ${configFile(start.env)}, so nobody is notified`,
      'Write one; docs/notifications.md shows how.',
    );
  return deliverNotifications(dependencies(store, found), signal);
}

/** Channels that take no time: whoever is slower is not waited for by a command that has done its work. */
const atOnce: readonly Channel['kind'][] = ['terminal', 'file'];

/** Sends what is due by the channels that take no time. Whether something is due by the others; refused as `deliver`. */
export async function deliverAtOnce(start: Start, store: Store, signal: AbortSignal): Promise<boolean | Refusal> {
  const found = await channels(start);
  if (isRefusal(found)) return found;
  if (found === undefined) return false;
  const on = dependencies(store, found);
  await deliverNotifications({ ...on, by: ({ kind }) => atOnce.includes(kind) }, signal);
  const slower = found.filter(({ kind, available }) => available && !atOnce.includes(kind)).map(({ name }) => name);
  return slower.length > 0 && store.outbox.hasWork({ channels: slower, now: on.clock.now() });
}

function dependencies(store: Store, found: readonly Channel[]): DeliverDependencies {
  return {
    outbox: store.outbox,
    clock: systemClock,
    channels: found,
    holder: randomUUID(),
    random: Math.random,
    since: Math.floor(performance.timeOrigin),
  };
}

/** Where the repository of a directory really is: nothing in there is trusted. */
export async function realRoots(directory: string): Promise<readonly string[]> {
  const roots = await repositoryRoots(directory);
  return Promise.all(roots.map((root) => realpath(root)));
}
