import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * Directories in which the spool of a store may stand, the first one first: beside the store, and where that directory is the
 * trouble in the user's own state directory (https://specifications.freedesktop.org/basedir-spec), by the path of the store.
 */
export function spoolPlaces(storeDirectory: string, env: NodeJS.ProcessEnv): readonly string[] {
  const name = createHash('sha256').update(storeDirectory).digest('hex').slice(0, 32);
  return [join(storeDirectory, 'spool'), join(stateHome(env), 'countersign', 'spool', name)];
}

/** What entries are appended to. */
export const waitingFile = 'waiting.jsonl';

/** Whether a file holds entries to take: `waiting.jsonl`, or a batch that somebody began to take. */
export function isToTake(name: string): boolean {
  return name === waitingFile || isBatch(name);
}

export function isBatch(name: string): boolean {
  return /^batch-[0-9A-Z]{26}\.jsonl$/u.test(name);
}

/** Cheap enough for every call: a look at one directory that is hardly ever there. */
export function anythingWaits(places: readonly string[]): boolean {
  return places.some((place) => existsSync(place) && namesIn(place).some(isToTake));
}

function namesIn(place: string): readonly string[] {
  try {
    return readdirSync(place);
  } catch {
    // What cannot be listed cannot be taken either; `doctor` says why.
    return [];
  }
}

function stateHome(env: NodeJS.ProcessEnv): string {
  const named = env['XDG_STATE_HOME'];
  if (named !== undefined && isAbsolute(named)) return named;
  const home = env['HOME'];
  return join(home !== undefined && isAbsolute(home) ? home : homedir(), '.local', 'state');
}
