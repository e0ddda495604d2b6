import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { killGroup, sendSignal } from '../../process-group/kill-group.js';

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

/** Between two looks at what still runs, milliseconds. */
const lookMs = 5;
/** What has not gone by then waits in the kernel (for a disk that does not answer), and goes when that ends: milliseconds. */
const patienceMs = 5_000;

/**
 * Ends the group of a program and what left that group, as a daemon does: every process whose environment has this `HOME`,
 * which belongs to one run alone. A signal is heard after it was sent, so this looks again until none of them runs.
 * Only Linux shows what processes are; elsewhere the group is sent the signal.
 */
export async function endLeftovers(group: number | undefined, home: string): Promise<void> {
  killGroup(group);
  if (process.platform !== 'linux') return;
  const until = performance.now() + patienceMs;
  for (;;) {
    const left = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && runsFor(name, group, `HOME=${home}`));
    if (left.length === 0 || performance.now() > until) return;
    for (const pid of left) sendSignal(Number(pid), 'SIGKILL');
    await setTimeout(lookMs);
  }
}

/** Whether a process belongs to the run and has not ended. One that nobody waited for has, and has no environment any more. */
function runsFor(pid: string, group: number | undefined, mark: string): boolean {
  const { state, pgrp } = standing(pid);
  if (state === undefined || state === 'Z' || state === 'X') return false;
  return pgrp === group || read(pid, 'environ').split('\0').includes(mark);
}

/** State and group of a process, from `stat`: `PID (NAME) STATE PARENT GROUP …`, where the name may hold anything. */
function standing(pid: string): { readonly state: string | undefined; readonly pgrp: number } {
  const stat = read(pid, 'stat');
  const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: state === '' ? undefined : state, pgrp: Number(pgrp) };
}

function read(pid: string, file: 'stat' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // It ended meanwhile, or belongs to another user, and so is none that was started here.
    return '';
  }
}
