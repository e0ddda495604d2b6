import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { digest } from './digest.js';

/**
 * Which session calls: `COUNTERSIGN_CONTEXT` where it is set, else, for a server that one agent started for itself, the
 * process that started it. The same session is the same pair of eyes (SPEC 2, rule 4). Undefined where it is not known:
 * two command lines of one shell may belong to two agents.
 */
export async function contextOf(env: NodeJS.ProcessEnv, serves: boolean): Promise<string | undefined> {
  const named = env['COUNTERSIGN_CONTEXT']?.trim() ?? '';
  if (named !== '') return digest(`context ${named}`);
  if (!serves) return undefined;
  return digest(`process ${process.ppid} ${(await startOf(process.ppid)) ?? ''}`);
}

/** When a process was started, in words of the system: a number alone is given to another process later. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    // After the name, which may hold anything but ends at the last parenthesis, the start is the 20th field.
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return startByPs(pid);
  }
}

async function startByPs(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return stdout.trim();
  } catch {
    // Without either the number must do: it is still the same for every call of one session.
    return undefined;
  }
}
