import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** `countersign-PLACE-PID-START-XXXXXX`: everything that says whose it is stands in the name, so there is no moment without. */
const form = /^countersign-(?<place>[0-9a-f]{8})-(?<pid>\d{1,10})-(?<start>\d+)-[A-Za-z0-9]{6}$/u;

/** What a directory of this process is called, for `mkdtemp` to complete. */
export async function prefixOfThisProcess(): Promise<string> {
  return `countersign-${await place()}-${process.pid}-${await startOf(process.pid)}-`;
}

/**
 * Removes from `parent` what killed processes of this user left. Several may do so at once. What cannot be removed is left to
 * the next run: it is in nobody's way.
 */
export async function sweepScratch(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => form.test(name));
  if (names.length === 0) return;
  const here = await place();
  await Promise.all(
    names.map(async (name) => {
      if (!(await isStale(name, here)) || !(await isOwn(join(parent, name)))) return;
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
    }),
  );
}

/** Whether the process that a name tells of is gone. Numbers of another machine or container say nothing here. */
async function isStale(name: string, here: string): Promise<boolean> {
  const { place: where, pid = '', start } = form.exec(name)?.groups ?? {};
  if (where !== here) return false;
  if (!isAlive(Number(pid))) return true;
  // The number was given to another process since.
  return start !== '0' && (await startOf(Number(pid))) !== start;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** A link is never followed, and what another user made is not ours to remove. */
async function isOwn(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}

/** Process numbers mean something only on one machine and in one namespace of it. */
async function place(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return createHash('sha256').update(`${hostname()} ${namespace}`).digest('hex').slice(0, 8);
}

/** When a process began, in clock ticks since the machine did (proc(5), field 22); `0` where that is not known. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program stands in parentheses and may hold anything.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
}
