import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { installed } from './installed.js';
import type { Place, VendorName } from './vendor.js';
import { vendors } from './vendors.js';

export interface Session extends Place {
  readonly vendor: VendorName;
  readonly prompt: string;
  /** What the client hands on to our server in COUNTERSIGN_TOKEN. */
  readonly token: string;
  /** Ends the run: the client and its children are killed. Who runs it gives it, as a client may hang. */
  readonly signal: AbortSignal;
}

export interface Ended {
  readonly code: number | null;
  /** By the signal. */
  readonly killed: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/**
 * Runs a client to its end: an empty home directory, nothing of this process's environment but PATH with `countersign`
 * in front, the prompt on stdin, a process group of its own of which nothing is left.
 */
export async function runVendor(session: Session): Promise<Ended> {
  const program = installed(session.vendor);
  if ('absent' in program) throw new Error(program.absent);
  const home = mkdtempSync(join(tmpdir(), `countersign-${session.vendor}-`));
  try {
    const { args, env, files } = vendors[session.vendor].launch(session);
    for (const [path, text] of Object.entries(files)) put(join(home, path), text);
    put(
      join(home, 'bin', 'countersign'),
      `#!/bin/sh\nexec '${process.execPath}' '${resolve('dist/main/countersign.js')}' "$@"\n`,
    );
    chmodSync(join(home, 'bin', 'countersign'), 0o755);
    const allowed = {
      PATH: [join(home, 'bin'), process.env['PATH']].join(delimiter),
      HOME: home,
      TMPDIR: home,
      LANG: 'C.UTF-8',
      COUNTERSIGN_TOKEN: session.token,
      ...env,
    };
    return await run(program.command, [...program.args, ...args], allowed, session);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { directory, prompt, signal }: Session,
): Promise<Ended> {
  const started = performance.now();
  const child = spawn(command, args, { cwd: directory, env, detached: true, stdio: 'pipe' });
  let stdout = '';
  let stderr = '';
  let killed = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined).end(prompt);
  const stop = (): void => {
    killed = true;
    killGroup(child.pid);
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    const code = await new Promise<number | null>((settle, fail) => {
      child.once('error', fail);
      child.once('exit', (status) => {
        // What it left behind would keep its pipes open.
        killGroup(child.pid);
        child.once('close', () => {
          settle(status);
        });
      });
    });
    return { code, killed, stdout, stderr, durationMs: performance.now() - started };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone.
  }
}
