import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Project } from './project.js';

/** The built program as a worker that goes on until it is told to stop; what it does is on its stderr. */
export function startWorker(
  { directory, home }: Pick<Project, 'directory' | 'home'>,
  env: Readonly<Record<string, string>> = {},
): ChildProcessByStdio<null, null, Readable> {
  return spawn(process.execPath, [resolve('dist/main/countersign.js'), 'worker'], {
    cwd: directory,
    env: { PATH: process.env['PATH'], HOME: home, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}
