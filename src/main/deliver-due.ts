import { existsSync } from 'node:fs';
import { configFile } from '../adapters/user-config/config-file.js';
import { StoreUnavailable, type Store } from '../application/ports/store.js';
import { isRefusal } from '../domain/model/refusal.js';
import type { Start } from './store-directory.js';

/** How much longer a command may take because of notifications, in milliseconds: whoever is slower is tried again later. */
const commandBudgetMs = 2_000;

/** The same of one round of a server, which keeps nobody waiting. */
const serverBudgetMs = 20_000;

const serverPauseMs = 3_000;

/** How long a busy store is waited for, in milliseconds: the next command comes by soon. */
const lockBudgetMs = 200;

/**
 * Sends what is due when a command has done its work. Where nobody set up a channel this costs a look for the file, where
 * nothing is due a question to the store. Whatever goes wrong is no fault of the command: it is said on standard error.
 */
export async function deliverDue(start: Start, directory: string, open: Store): Promise<void> {
  try {
    if (!existsSync(configFile(start.env)) || !(await open.outbox.hasWork({ now: Date.now() }))) return;
    const [{ deliver }, { openStore }] = await Promise.all([
      import('./notifications.js'),
      import('../adapters/storage/open-store.js'),
    ]);
    const store = await openStore({ directory, create: false, lockBudgetMs });
    try {
      const budgetMs = start.serves === true ? serverBudgetMs : commandBudgetMs;
      const report = await deliver(start, store, AbortSignal.timeout(budgetMs));
      if (isRefusal(report)) warn(start, `${report.message}; see: countersign doctor`);
    } finally {
      await store.close();
    }
  } catch (error) {
    // Busy or not writable: whoever can write comes by later.
    if (error instanceof StoreUnavailable) return;
    warn(start, error instanceof Error ? error.message : String(error));
  }
}

/** Calls `deliver` again and again with a pause in between. What is returned stops it and waits for a call under way. */
export function keepDelivering(deliver: () => Promise<void>): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const wait = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      round = deliver().finally(wait);
    }, serverPauseMs).unref();
  };
  wait();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return round;
  };
}

function warn({ stderr }: Start, words: string): void {
  stderr.write(`countersign: notifications were not sent: ${words.replace(/\p{C}/gu, ' ')}\n`);
}
