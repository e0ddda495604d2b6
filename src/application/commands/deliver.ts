import { messageOf } from '../../domain/notification/message.js';
import { waitAfter } from '../../domain/notification/back-off.js';
import type { Clock } from '../ports/clock.js';
import type { Channel, SendResult } from '../ports/notifier.js';
import type { Attempt, Outbox, Settled } from '../ports/outbox.js';

/** Longer than any attempt may take: what a killed process held is free after it. */
export const leaseMs = 60_000;

/** Attempts of one channel under way at once. */
const batch = 25;

export interface DeliverDependencies {
  readonly outbox: Pick<Outbox, 'hasWork' | 'take' | 'settle'>;
  readonly clock: Clock;
  readonly channels: readonly Channel[];
  /** Only by these; absent: by all. Whatever is new is routed to all in any case. */
  readonly by?: (channel: Channel) => boolean;
  /** Unlike that of any other process. */
  readonly holder: string;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Epoch milliseconds: at the very first delivery of a store, nothing older is told. */
  readonly since: number;
}

export interface DeliveryReport {
  readonly delivered: number;
  /** Failed, and tried again later. */
  readonly failed: number;
  /** Failed, and given up. */
  readonly dead: number;
}

/**
 * Sends what is due by the channels at hand until nothing is left or `signal` aborts. At least once: an attempt whose process
 * dies before it is marked is made again, by whoever comes after the lease.
 */
export async function deliverNotifications(on: DeliverDependencies, signal: AbortSignal): Promise<DeliveryReport> {
  const here = on.channels.filter((channel) => channel.available && on.by?.(channel) !== false);
  const names = here.map(({ name }) => name);
  if (names.length === 0) await take(on, names);
  const total = { delivered: 0, failed: 0, dead: 0 };
  while (names.length > 0 && !signal.aborted && (await on.outbox.hasWork({ channels: names, now: on.clock.now() }))) {
    const attempts = await take(on, names);
    if (attempts.length === 0) continue;
    const settled = (await Promise.all(here.map((channel) => send(on, channel, attempts, signal)))).flat();
    await on.outbox.settle({ holder: on.holder, now: on.clock.now(), results: settled });
    count(total, settled);
    if (settled.every(({ result }) => result.outcome === 'released')) break;
  }
  return total;
}

/** Routes what is new, and hands out what is due on these channels. */
function take(on: DeliverDependencies, names: readonly string[]): Promise<readonly Attempt[]> {
  return on.outbox.take({
    route: (row) => on.channels.filter((channel) => channel.wants(row)).map(({ name }) => name),
    channels: names,
    since: on.since,
    now: on.clock.now(),
    leaseMs,
    holder: on.holder,
    limit: batch,
  });
}

async function send(
  on: DeliverDependencies,
  channel: Channel,
  all: readonly Attempt[],
  signal: AbortSignal,
): Promise<readonly Settled[]> {
  const attempts = all.filter((attempt) => attempt.channel === channel.name);
  if (attempts.length === 0) return [];
  const results = await resultsOf(channel, attempts, signal);
  return attempts.map((attempt, index) => ({
    notification: attempt.notification.position,
    channel: channel.name,
    result: settledResult(on, attempt, results[index] ?? { outcome: 'released' }),
  }));
}

/** A channel that breaks fails its attempts, which the record then shows; the other channels are not to suffer. */
async function resultsOf(
  channel: Channel,
  attempts: readonly Attempt[],
  signal: AbortSignal,
): Promise<readonly SendResult[]> {
  try {
    return await channel.send(
      attempts.map(({ notification }) => messageOf(notification)),
      signal,
    );
  } catch (error) {
    const failed = { outcome: 'failed', error: error instanceof Error ? error.message : String(error) } as const;
    return attempts.map(() => failed);
  }
}

function settledResult(on: DeliverDependencies, { number }: Attempt, result: SendResult): Settled['result'] {
  if (result.outcome !== 'failed') return result;
  const wait = result.final === true ? undefined : waitAfter(number, on.random(), result.waitMs);
  return { outcome: 'failed', error: result.error, nextAt: wait === undefined ? null : on.clock.now() + wait };
}

function count(total: { delivered: number; failed: number; dead: number }, settled: readonly Settled[]): void {
  for (const { result } of settled) {
    if (result.outcome === 'delivered') total.delivered += 1;
    else if (result.outcome === 'failed') total[result.nextAt === null ? 'dead' : 'failed'] += 1;
  }
}
