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

/** Where the store of a directory is: `COUNTERSIGN_HOME`, else `countersign` in the git common directory. */
export async function storeDirectory({ directory, env }: Start): Promise<string | Refusal> {
  const home = env['COUNTERSIGN_HOME'];
  if (home !== undefined && home !== '') return resolve(directory, home);
  const common = await commonDirectory(directory);
  if (isRefusal(common)) return common;
  if (common !== undefined) return join(common, 'countersign');
  return refuse(
    'not_a_repository',
    `${directory} is not inside a git repository.`,
    'Run it inside a clone, or name the store with COUNTERSIGN_HOME.',
  );
}
