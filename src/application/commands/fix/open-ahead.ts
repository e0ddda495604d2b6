import { isRefusal } from '../../../domain/model/refusal.js';
import type { Workspace } from '../../ports/workspaces.js';
import type { Fixing, Planned, ReviewDependencies } from '../plan-review.js';

export interface Opened {
  readonly fixing: Fixing;
  readonly workspace: Workspace;
}

/** Where an author will work, made ready while the first round is still being judged. */
export interface OpenAhead {
  opened(): Promise<Opened>;
  /** Removes what was opened. */
  close(): Promise<void>;
}

/** Begins at once where agents are asked, so that nobody waits for it; else when it is first asked for. */
export function openAhead(
  on: Pick<ReviewDependencies, 'fixing'>,
  { fixer, agents, prepared }: Pick<Planned, 'fixer' | 'agents' | 'prepared'>,
): OpenAhead {
  const commit = prepared.frozen.change.headCommit ?? '';
  let opening: Promise<Opened> | undefined;
  const opened = (): Promise<Opened> => (opening ??= open(on, commit));
  if (fixer !== undefined && agents.length > 0) opened().catch(() => undefined);
  return {
    opened,
    async close() {
      const ready = await opening?.catch(() => undefined);
      await ready?.workspace.close();
    },
  };
}

async function open(on: Pick<ReviewDependencies, 'fixing'>, commit: string): Promise<Opened> {
  const fixing = await on.fixing();
  if (isRefusal(fixing)) throw new Error(`the repository can no longer be opened: ${fixing.message}`);
  return { fixing, workspace: await fixing.workspaces.open(commit, fixing.keepOut) };
}
