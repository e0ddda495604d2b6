import { userName } from '../adapters/git/user-name.js';
import type { Caller } from '../application/identify.js';
import type { Start } from './store-directory.js';

/** Whoever holds the token of `start`. The name that nothing proves is asked of git when it is needed, and once. */
export function callerOf({ token, directory, env }: Pick<Start, 'token' | 'directory' | 'env'>): Caller {
  let user: Promise<string> | undefined;
  return { token, claimed: () => (user ??= userName(directory, env)) };
}
