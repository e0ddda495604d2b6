import { tick, type TickDependencies } from './tick.js';
import type { Ticked } from './ticked.js';

/** Something else that is done at each turn; lines for the log where there is something to say. */
export type Chore = (signal: AbortSignal) => Promise<readonly string[]>;

export interface WorkDependencies extends TickDependencies {
  readonly chores: readonly Chore[];
  /** Waits for what the chores began and did not end; lines for the log, and whether another turn may come further. */
  readonly finish: () => Promise<{ readonly said: readonly string[]; readonly moved: boolean }>;
  /** Ends early, without an error, when the signal aborts. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export interface Turn extends Ticked {
  /** What the chores said. */
  readonly said: readonly string[];
}

/** Others may write a nearer deadline at any time, in other processes. Milliseconds. */
const longestPause = 5_000;
/** So that a deadline which nobody can fire does not keep the machine busy. Milliseconds. */
const shortestPause = 250;

/** Fires what is due and does the chores, once. */
async function turn(on: WorkDependencies, signal: AbortSignal): Promise<Turn> {
  const ticked = await tick(on);
  const said: string[] = [];
  for (const chore of on.chores) {
    if (signal.aborted) break;
    said.push(...(await chore(signal)));
  }
  return { ...ticked, said };
}

/** Turns until nothing comes of another. */
export async function workOnce(on: WorkDependencies, report: (turn: Turn) => void, signal: AbortSignal): Promise<void> {
  for (;;) {
    report(await turn(on, signal));
    const { said, moved } = await on.finish();
    if (said.length > 0) report({ fired: 0, broken: [], said });
    if (!moved) return;
  }
}

/**
 * Turn after turn until the signal aborts, sleeping until the next deadline. Any number of workers can run at once, on one
 * store. What a turn throws ends the work: whoever started it starts it again.
 */
export async function work(on: WorkDependencies, report: (turn: Turn) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    report(await turn(on, signal));
    await on.pause(await untilNext(on), signal);
  }
  const { said } = await on.finish();
  report({ fired: 0, broken: [], said });
}

async function untilNext({ store, clock }: WorkDependencies): Promise<number> {
  const ever = Number.MAX_SAFE_INTEGER;
  const due = [
    ...(await store.dueReviews(ever, 1)),
    ...(await store.dueRuns(ever, 1)),
    ...(await store.dueGates(ever, 1)),
    ...(await store.dueTasks(ever, 1)),
  ];
  const left = Math.min(longestPause, ...due.map(({ dueAt }) => dueAt - clock.now()));
  return Math.max(shortestPause, left);
}
