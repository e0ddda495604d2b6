import { setTimeout } from 'node:timers/promises';
import { killGroup, sendSignal } from '../../process-group/kill-group.js';
import { environmentOf, standing, youngerThan, type Beginning } from './process-table.js';

/** Groups of programs that run now: they end with this process, whatever ends it, but for SIGKILL. */
const running = new Set<number>();

/** Ends the group when this process exits. Returns what undoes it. */
export function watchGroup(pid: number | undefined): () => void {
  if (pid === undefined) return () => undefined;
  if (running.size === 0) process.on('exit', endAll);
  running.add(pid);
  return () => {
    running.delete(pid);
    if (running.size === 0) process.off('exit', endAll);
  };
}

function endAll(): void {
  for (const pid of running) killGroup(pid, 'SIGKILL');
}

/** A program that ran, and by what its processes are known. */
interface Run {
  readonly group: number | undefined;
  /** As `beginningOf` told while it ran. */
  readonly began: Beginning | undefined;
  readonly home: string;
}

/** Between two looks at what still runs, milliseconds. */
const lookMs = 5;
/** What has not gone by then waits in the kernel (for a disk that does not answer), and goes when that ends: milliseconds. */
const patienceMs = 5_000;

/**
 * Ends the group of a program and what left that group, as a daemon does: every process whose environment has this `HOME`,
 * which belongs to one run alone. A signal is heard after it was sent, so this looks again until none of them runs.
 * Only Linux shows what processes are; elsewhere the group is sent the signal.
 */
export async function endLeftovers({ group, began, home }: Run): Promise<void> {
  killGroup(group);
  if (process.platform !== 'linux') return;
  const until = performance.now() + patienceMs;
  const of = { group, began, mark: `HOME=${home}` };
  for (;;) {
    const left = youngerThan(group, began).filter((pid) => runsFor(pid, of));
    if (left.length === 0 || performance.now() > until) return;
    for (const pid of left) sendSignal(Number(pid), 'SIGKILL');
    await setTimeout(lookMs);
  }
}

/** Whether a process belongs to the run and has not ended. One that nobody waited for has, and has no environment any more. */
function runsFor(
  pid: string,
  { group, began, mark }: Pick<Run, 'group' | 'began'> & { readonly mark: string },
): boolean {
  const { state, pgrp, began: own } = standing(pid);
  if (state === undefined || state === 'Z' || state === 'X') return false;
  if (pgrp === group) return true;
  // No environment is read of those that ran before it, which are most.
  if (began?.ticks !== undefined && own !== undefined && own < began.ticks) return false;
  return environmentOf(pid).includes(mark);
}
