import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { refuse, type Refusal } from '../domain/model/refusal.js';
import type { Start } from './store-directory.js';

/**
 * Refused where `COUNTERSIGN_HOME` names nothing at all: to whoever only asks, a name with a slip in it looks like a store in which
 * nothing ever happened. A store in a git directory is found, not named, so there its absence says what it seems to.
 */
export async function missingHome({ directory, env }: Start): Promise<Refusal | undefined> {
  const home = env['COUNTERSIGN_HOME'];
  if (home === undefined || home === '') return undefined;
  const named = resolve(directory, home);
  const isThere = await stat(named).then(
    () => true,
    // Whoever opens it says what else may be wrong.
    (error: unknown) => !(error instanceof Error && 'code' in error && error.code === 'ENOENT'),
  );
  if (isThere) return undefined;
  return refuse(
    'no_store',
    `COUNTERSIGN_HOME names ${named}, and there is no such directory, so nothing was recorded there.`,
    'Mend the name, or unset it for the store of this repository; `countersign review` makes a new store at that place.',
  );
}
