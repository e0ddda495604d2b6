import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configFile } from '../adapters/user-config/config-file.js';
import { StoreUnavailable, type Store } from '../application/ports/store.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import type { Start } from './store-directory.js';

/** How long the channels that take no time may take after all, in milliseconds: a disk that hangs holds no command. */
const atOnceBudgetMs = 500;

/** How long one round of a server may last, in milliseconds. It keeps nobody waiting. */
const serverBudgetMs = 20_000;

const serverPauseMs = 3_000;

/** How long a busy store is waited for, in milliseconds: the next command comes by soon. */
const lockBudgetMs = 200;

/**
 * Sends what is due when a command has done its work: lines to a terminal and to files at once, and the rest by a process of its own
 * that nobody waits for. Where nobody set up a channel this costs a look for the file, where nothing is due a question to the store.
 * Whatever goes wrong is no fault of the command: it is said on standard error.
 */
export function deliverDue(start: Start, directory: string, open: Store): Promise<void> {
  return withOutbox(start, directory, open, async (store) => {
    const more = await deliverAtOnceOf(start, store);
    if (isRefusal(more)) return more;
    if (more && start.env[apart] === undefined) deliverApart(start);
    return undefined;
  });
}

/** One round of a server: it sends all of it itself. */
export function deliverRound(start: Start, directory: string, open: Store, stop: AbortSignal): Promise<void> {
  return withOutbox(start, directory, open, async (store) => {
    const { deliver } = await import('./notifications.js');
    const report = await deliver(start, store, AbortSignal.any([stop, AbortSignal.timeout(serverBudgetMs)]));
    return isRefusal(report) ? report : undefined;
  });
}

async function deliverAtOnceOf(start: Start, store: Store): Promise<boolean | Refusal> {
  const { deliverAtOnce } = await import('./notifications.js');
  return deliverAtOnce(start, store, AbortSignal.timeout(atOnceBudgetMs));
}

async function withOutbox(
  start: Start,
  directory: string,
  open: Store,
  use: (store: Store) => Promise<Refusal | undefined>,
): Promise<void> {
  try {
    if (!existsSync(configFile(start.env)) || !(await open.outbox.hasWork({ now: Date.now() }))) return;
    const { openStore } = await import('../adapters/storage/open-store.js');
    const store = await openStore({ directory, create: false, lockBudgetMs });
    try {
      const refusal = await use(store);
      if (refusal !== undefined) warn(start, `${refusal.message}; see: countersign doctor`);
    } finally {
      await store.close();
    }
  } catch (error) {
    // Busy or not writable: whoever can write comes by later.
    if (error instanceof StoreUnavailable) return;
    warn(start, error instanceof Error ? error.message : String(error));
  }
}

/** Set for the process that sends on behalf of a command, so that it starts no other. */
const apart = 'COUNTERSIGN_DELIVERS_APART';

/** Starts `countersign notifications deliver` on its own: it outlives this process and has none of its streams and no token. */
function deliverApart({ directory, env }: Start): void {
  const program = fileURLToPath(new URL('countersign.js', import.meta.url));
  const child = spawn(process.execPath, [program, 'notifications', 'deliver'], {
    cwd: directory,
    env: { ...env, [apart]: '1' },
    detached: true,
    stdio: 'ignore',
  });
  // Where no process can be started the next command tries again: what is due stays due.
  child.on('error', () => undefined);
  child.unref();
}

/** Calls `deliver` again and again with a pause in between. What is returned stops it, and the call under way with it. */
export function keepDelivering(deliver: (stop: AbortSignal) => Promise<void>): () => Promise<void> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const wait = (): void => {
    if (stop.signal.aborted) return;
    timer = setTimeout(() => {
      round = deliver(stop.signal).finally(wait);
    }, serverPauseMs).unref();
  };
  wait();
  return () => {
    stop.abort();
    clearTimeout(timer);
    return round;
  };
}

function warn({ stderr }: Start, words: string): void {
  stderr.write(`countersign: notifications were not sent: ${words.replace(/\p{C}/gu, ' ')}\n`);
}
