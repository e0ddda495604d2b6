import { lstat, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isRefusal, refuse, type Refusal } from '../domain/model/refusal.js';
import { commonDirectory } from '../adapters/git/common-directory.js';

export interface Start {
  /** Absolute. */
  readonly directory: string;
  /** Without `COUNTERSIGN_TOKEN`. */
  readonly env: NodeJS.ProcessEnv;
  /** Value of `COUNTERSIGN_TOKEN`. */
  readonly token: string | undefined;
  /** Whether standard input and standard output are both a terminal. */
  readonly interactive: boolean;
  readonly stderr: { readonly isTTY?: boolean; write(text: string): unknown };
  /** Whether this process serves one agent for the length of its session. */
  readonly serves?: boolean;
}

/**
 * Where the store of a directory is: `COUNTERSIGN_HOME`, else `countersign` in the git common directory. A link there is refused with
 * `linked_store`, what belongs to another user with `foreign_store`.
 */
export async function storeDirectory({ directory, env }: Start, user = process.geteuid?.()): Promise<string | Refusal> {
  const home = env['COUNTERSIGN_HOME'];
  if (home !== undefined && home !== '') return resolve(directory, home);
  const common = await commonDirectory(directory);
  if (isRefusal(common)) return common;
  if (common !== undefined) return ownStore(join(common, 'countersign'), user);
  return refuse(
    'not_a_repository',
    `${directory} is not inside a git repository.`,
    'Run it inside a clone, or name the store with COUNTERSIGN_HOME.',
  );
}

/** Nobody refuses root anything, and what root owns nobody else made. */
const root = 0;

/**
 * A repository that was unpacked, git directory and all, could bring a link, and have its records written wherever that leads; one that
 * belongs to another user could bring people and approvals of that one's making.
 */
async function ownStore(directory: string, user: number | undefined): Promise<string | Refusal> {
  const found = await lstat(directory).catch(() => undefined);
  if (found?.isSymbolicLink() === true) return linked(directory);
  // What is no directory, or can't be read, is told by whoever opens it.
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const link = entries.find((entry) => entry.isSymbolicLink());
  if (link !== undefined) return linked(join(directory, link.name));
  const file = join(directory, 'countersign.db');
  const database = await lstat(file).catch(() => undefined);
  if (isAnothers(found, user)) return foreign(directory);
  return isAnothers(database, user) ? foreign(file) : directory;
}

function isAnothers(found: { readonly uid: number } | undefined, user: number | undefined): boolean {
  if (found === undefined || user === undefined || user === root) return false;
  return found.uid !== user && found.uid !== root;
}

function foreign(path: string): Refusal {
  return refuse(
    'foreign_store',
    `${path} belongs to another user, who could have written any record into it.`,
    'Make it your own with chown. To share a store on purpose, name its directory with COUNTERSIGN_HOME.',
  );
}

function linked(path: string): Refusal {
  return refuse(
    'linked_store',
    `${path} is a symbolic link, and the store of a repository lies in its own git directory.`,
    'Remove the link. To keep the store somewhere else on purpose, name its directory with COUNTERSIGN_HOME.',
  );
}
