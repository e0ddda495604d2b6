import { delimiter } from 'node:path';
import { repositoryRoots } from '../adapters/git/common-directory.js';
import { trustedPath } from '../adapters/process-group/find-program.js';
import type { Start } from './store-directory.js';

/**
 * Leaves folders of the repository under review out of `PATH`, such as the `node_modules/.bin` that package scripts put first: whatever
 * is started from here, git and sh too, is never looked up there. Changes `env` in place, since this is the environment of the process.
 */
export async function leaveOutOfPath({ directory, env }: Pick<Start, 'directory' | 'env'>): Promise<void> {
  const path = trustedPath(env['PATH'], await repositoryRoots(directory));
  // An empty PATH means the current directory to some.
  env['PATH'] = path.length === 0 ? '/usr/local/bin:/usr/bin:/bin' : path.join(delimiter);
}
