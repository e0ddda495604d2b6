import { readdirSync, readFileSync } from 'node:fs';
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

/**
 * Ends what left its group, as a daemon does: every process whose environment has this `HOME`, which belongs to one run
 * alone. Only where the system shows the environment of processes (Linux).
 */
export function killLeftovers(home: string): void {
  if (process.platform !== 'linux') return;
  const mark = `HOME=${home}`;
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name) && environmentOf(name).includes(mark)) sendSignal(Number(name), 'SIGKILL');
  }
}

function environmentOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    // It ended meanwhile, or belongs to another user, and so is none that was started here.
    return [];
  }
}
