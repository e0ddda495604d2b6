import { closeSync, openSync, readdirSync, readSync } from 'node:fs';

/** What Linux tells of a process. */
export interface Standing {
  readonly state: string | undefined;
  readonly pgrp: number;
  /** In ticks of the kernel's clock. */
  readonly began: number | undefined;
}

/** Where the kernel stood when a program was started. */
export interface Beginning {
  /** In ticks of the kernel's clock; undefined where nobody can tell. */
  readonly ticks: number | undefined;
  /** Processes and threads that had been started before, since the machine was. */
  readonly forks: number;
}

/** Ids that the kernel keeps to itself once it begins with the small ones again. */
const reserved = 300;

/** Undefined where the kernel does not show what processes are. */
export function beginningOf(pid: number | undefined): Beginning | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  return { ticks: standing(String(pid)).began, forks: forksSoFar() };
}

/** Ids of the processes that can have begun after the leader of a group: not those before its own, where ids are handed out in order. */
export function youngerThan(group: number | undefined, began: Beginning | undefined): readonly string[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  // After the listing: an id in it was handed out before.
  return group !== undefined && began !== undefined && inOrderSince(group, began)
    ? all.filter((name) => Number(name) >= group)
    : all;
}

/** Whether ids have only grown since: fewer were handed out than there are, and the last is not below the first. */
function inOrderSince(group: number, { forks }: Beginning): boolean {
  const last = Number(read('/proc/loadavg').trim().split(' ').at(-1));
  const ids = Number(read('/proc/sys/kernel/pid_max')) - reserved;
  return forks > 0 && last >= group && forksSoFar() - forks < ids;
}

function forksSoFar(): number {
  return Number(/^processes (\d+)$/m.exec(read('/proc/stat'))?.[1]);
}

/** From `stat`: `PID (NAME) STATE PARENT GROUP …`, where the name may hold anything; the twentieth after it is the beginning. */
export function standing(pid: string): Standing {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, , pgrp] = fields;
  const began = Number(fields[19]);
  return {
    state: state === '' ? undefined : state,
    pgrp: Number(pgrp),
    began: Number.isInteger(began) ? began : undefined,
  };
}

export function environmentOf(pid: string): readonly string[] {
  return read(`/proc/${pid}/environ`).split('\0');
}

/** One for all reads: there is one for every process of the machine, each time an agent ends. */
const piece = Buffer.alloc(64 * 1024);

function read(path: string): string {
  let text = '';
  try {
    const file = openSync(path, 'r');
    try {
      for (let size = -1; size !== 0; text += piece.toString('latin1', 0, size)) size = readSync(file, piece);
    } finally {
      closeSync(file);
    }
    return text;
  } catch {
    // It ended meanwhile, or belongs to another user, and so is none that was started here.
    return '';
  }
}
