import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Push } from '../../domain/model/change.js';
import type { Location } from './discover.js';
import { mustGit } from './git-process.js';
import { inView, type View } from './view.js';

/** What git writes beside an entry of a remote-tracking branch that moved by a push from this clone. */
const byPush = 'update by push';
/** Longest log that is read, in bytes from its end: years of a busy branch. */
const longest = 4 * 1024 * 1024;

/** Pushes of one remote-tracking branch, the oldest first. */
interface PushLog {
  readonly ref: string;
  readonly pushes: readonly Entry[];
}

interface Entry extends Pick<Push, 'by'> {
  readonly from: string;
  readonly to: string;
}

/**
 * What the logs of the remote-tracking branches, which all worktrees of a clone share, know of pushes. Files only, no git; a link, a
 * pipe or a device under the name of a log is none.
 */
export async function pushLogs({ commonDirectory }: Pick<Location, 'commonDirectory'>): Promise<readonly PushLog[]> {
  const top = join(commonDirectory, 'logs', 'refs', 'remotes');
  const found = await readdir(top, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const logs = await Promise.all(
    files.sort().map(async (file) => {
      const ref = `refs/remotes/${file.slice(top.length + 1)}`;
      return { ref, pushes: pushesIn(await readFile(file).catch(() => Buffer.alloc(0))) };
    }),
  );
  return logs.filter(({ pushes }) => pushes.length > 0);
}

function pushesIn(log: Buffer): readonly Entry[] {
  if (!log.includes(byPush)) return [];
  const text = log.subarray(-longest).toString('utf8');
  return text.split('\n').flatMap((line): readonly Entry[] => {
    const entry = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) (.*) <([^>]*)> \d+ [+-]\d{4}\t(.*)$/u.exec(line);
    const [, from = '', to = '', name = '', email = '', what] = entry ?? [];
    return what === byPush ? [{ from, to, by: { name, email } }] : [];
  });
}

/** The commit that is asked about, and those that cannot hold it since they are its base or part of the change. */
interface Asked {
  readonly head: string;
  readonly below: ReadonlySet<string>;
}

/**
 * The last push that brought the head to each remote-tracking branch. Git is asked only where a branch stands on
 * what is neither the head nor below it.
 */
export async function lastPushes(
  view: View,
  logs: readonly PushLog[],
  { head, below }: Asked,
): Promise<readonly Push[]> {
  const exact = logs.flatMap(({ ref, pushes }) => {
    const last = pushes.findLast(({ to }) => to === head);
    return last === undefined ? [] : [{ ref, by: last.by }];
  });
  const known = new Set(exact.map(({ ref }) => ref));
  const beyond = logs.filter(({ ref, pushes }) => !known.has(ref) && !below.has(pushes.at(-1)?.to ?? head));
  return beyond.length === 0 ? exact : [...exact, ...(await within(view, beyond, { head, below }))];
}

/** Of branches that stand elsewhere: the push by which they came to hold the head and did not before. */
async function within(view: View, logs: readonly PushLog[], { head, below }: Asked): Promise<readonly Push[]> {
  const tips = new Set(logs.flatMap(({ pushes }) => pushes.flatMap(({ from, to }) => [from, to])));
  const asked = [...tips].filter((id) => !below.has(id) && id !== view.nullId);
  const input = [`^${head}`, ...asked, ''].join('\n');
  const { stdout } = await mustGit(inView(view, 'rev-list', '--ancestry-path', '--ignore-missing', '--stdin'), input);
  const above = new Set(stdout.toString('latin1').split('\n'));
  const holds = (id: string) => id === head || above.has(id);
  return logs.flatMap(({ ref, pushes }) => {
    const brought = pushes.findLast(({ from, to }) => holds(to) && !holds(from));
    return brought === undefined ? [] : [{ ref, by: brought.by }];
  });
}
