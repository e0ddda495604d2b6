import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Real ones, whatever clock a test sets. */
const pause = setTimeout;

/** Below what a test may take, so that what was missing is told. */
const longestMs = 50_000;

/** Waits for what tells nobody that it happens, however busy the machine is: until `check` throws no more. */
export async function until(check: () => unknown): Promise<void> {
  const end = performance.now() + longestMs;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pause(10);
  }
}

/** Resolves once a process is gone: a signal reaches it some time after it was sent. */
export function gone(pid: number): Promise<void> {
  return until(() => {
    if (alive(pid)) throw new Error(`process ${pid} goes on`);
  });
}

/** A zombie that nobody has waited for yet is not there. */
function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    // Gone in between, or no Linux, where it answered.
    return process.platform !== 'linux';
  }
}
