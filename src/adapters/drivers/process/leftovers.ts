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

/** A program that ran, and by what its processes are known. */
interface Run {
  readonly group: number | undefined;
  /** As `beginningOf` told while it ran. */
  readonly began: number | undefined;
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
    const left = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && runsFor(name, of));
    if (left.length === 0 || performance.now() > until) return;
    for (const pid of left) sendSignal(Number(pid), 'SIGKILL');
    await setTimeout(lookMs);
  }
}

/** When a process began, in ticks of the kernel's clock; undefined where nobody can tell. */
export function beginningOf(pid: number | undefined): number | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  return standing(String(pid)).began;
}

/**
 * Whether a process belongs to the run and has not ended. One that nobody waited for has, and has no environment any more. Of those
 * that ran before it, which are most, no environment is read.
 */
function runsFor(
  pid: string,
  { group, began, mark }: Pick<Run, 'group' | 'began'> & { readonly mark: string },
): boolean {
  const { state, pgrp, began: own } = standing(pid);
  if (state === undefined || state === 'Z' || state === 'X') return false;
  if (pgrp === group) return true;
  if (began !== undefined && own !== undefined && own < began) return false;
  return read(pid, 'environ').split('\0').includes(mark);
}

/** From `stat`: `PID (NAME) STATE PARENT GROUP …`, where the name may hold anything; the twentieth after it is the beginning. */
function standing(pid: string): {
  readonly state: string | undefined;
  readonly pgrp: number;
  readonly began: number | undefined;
} {
  const stat = read(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, , pgrp] = fields;
  const began = Number(fields[19]);
  return {
    state: state === '' ? undefined : state,
    pgrp: Number(pgrp),
    began: Number.isInteger(began) ? began : undefined,
  };
}

function read(pid: string, file: 'stat' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // It ended meanwhile, or belongs to another user, and so is none that was started here.
    return '';
  }
}
