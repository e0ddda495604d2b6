import { join } from 'node:path';
import { isRefusal } from '../../domain/model/refusal.js';
import { discover } from './discover.js';
import { pathText } from './path-text.js';
import { uncommitted } from './uncommitted.js';

/** A worktree with more is not looked into further: each costs processes of its own. */
const lookedInto = 20;

/** A note on each submodule of the worktree at `top` that has edits of its own. Nothing that it configures is run. */
export async function editedSubmodules(
  top: string,
  paths: readonly Buffer[],
  { env, signal }: { readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal | undefined },
): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const path of paths.slice(0, lookedInto)) {
    const directory = join(top, path.toString());
    const location = await discover(directory, env, signal);
    // One that is not checked out is a plain directory of the repository around it.
    if (isRefusal(location) || location.top === top) continue;
    const edits = await uncommitted({ location, env, signal });
    if (edits === undefined) continue;
    const name = pathText(path).text;
    notes.push(
      `The submodule ${name} has edits of its own, which are not part of the change; ` +
        `\`countersign review --worktree\` in ${name} reviews them.`,
    );
  }
  return notes;
}
