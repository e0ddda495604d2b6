import { rmSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configText, type Section } from './config-text.js';
import type { Location } from './discover.js';
import { closedEnvironment, type Environment, type GitCall } from './git-process.js';

/**
 * A git directory of our own, through which a repository is read (docs/decisions/0001-read-through-a-view.md). It borrows
 * the user's objects and refs and takes over nothing that the user's git directory configures: no config, hooks,
 * attributes, grafts, replace refs or promisor remotes. What a freeze writes goes to the view's own object store.
 */
export interface View {
  readonly directory: string;
  readonly env: Environment;
  /** The same without `GIT_DIR`: git looks for a repository by itself. */
  readonly discoveryEnv: Environment;
  readonly signal: AbortSignal | undefined;
  /** The id that means "no object", in the repository's object format. */
  readonly nullId: string;
  /** Removes it; may be called twice. */
  dispose(): Promise<void>;
}

/** Attributes of the change must not hide or rewrite content; `info/attributes` outranks every `.gitattributes`. */
const neutralAttributes =
  '* !diff !text !crlf !eol !ident !filter !working-tree-encoding !whitespace !merge !conflict-marker-size\n';

const pseudoRefs = ['ORIG_HEAD', 'FETCH_HEAD', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'];

const live = new Set<string>();

export async function createView(location: Location, path: string, signal?: AbortSignal): Promise<View> {
  const directory = await mkdtemp(join(tmpdir(), 'countersign-view-'));
  if (live.size === 0) process.on('exit', removeAll);
  live.add(directory);
  const discoveryEnv = closedEnvironment(path, join(directory, 'no-home'));
  const view: View = {
    directory,
    env: { ...discoveryEnv, GIT_DIR: directory },
    discoveryEnv,
    signal,
    nullId: '0'.repeat(location.objectFormat === 'sha1' ? 40 : 64),
    dispose: () => dispose(directory),
  };
  try {
    await fill(directory, location);
    return view;
  } catch (error) {
    await view.dispose();
    throw error;
  }
}

/** A call that reads through the view, without a worktree. */
export function inView(view: View, ...args: string[]): GitCall {
  return { args, cwd: view.directory, env: view.env, signal: view.signal };
}

export async function neutralizeAttributes(directory: string): Promise<void> {
  await writeFile(join(directory, 'info', 'attributes'), neutralAttributes);
}

/** Writes the view's configuration: what makes reading the same everywhere, and `extra`. */
export async function configureView(
  directory: string,
  objectFormat: Location['objectFormat'],
  extra: readonly Section[] = [],
): Promise<void> {
  const sha256 = objectFormat === 'sha256';
  const sections: Section[] = [
    {
      name: 'core',
      settings: [
        ['repositoryformatversion', sha256 ? '1' : '0'],
        ['bare', 'true'],
        // A commit-graph could state other parents and trees than the commits themselves.
        ['commitGraph', 'false'],
        ['useReplaceRefs', 'false'],
        ['attributesFile', '/dev/null'],
        ['excludesFile', '/dev/null'],
        ['hooksPath', '/dev/null'],
        ['fsmonitor', 'false'],
        ['untrackedCache', 'false'],
        ['safecrlf', 'false'],
        ['bigFileThreshold', '512m'],
        ['logAllRefUpdates', 'false'],
      ],
    },
    ...(sha256 ? [{ name: 'extensions', settings: [['objectformat', 'sha256'] as const] }] : []),
    { name: 'gc', settings: [['auto', '0']] },
    ...extra,
  ];
  await writeFile(join(directory, 'config'), configText(sections));
}

async function fill(directory: string, location: Location): Promise<void> {
  await Promise.all(['objects/info', 'info', 'logs'].map((name) => mkdir(join(directory, name), { recursive: true })));
  const { commonDirectory, gitDirectory } = location;
  await Promise.all([
    writeFile(join(directory, 'objects', 'info', 'alternates'), `${alternateLine(location.objectDirectory)}\n`),
    configureView(directory, location.objectFormat),
    neutralizeAttributes(directory),
    copyFile(join(gitDirectory, 'HEAD'), join(directory, 'HEAD')),
    copyIfThere(join(commonDirectory, 'shallow'), join(directory, 'shallow')),
    ...pseudoRefs.map((name) => copyIfThere(join(gitDirectory, name), join(directory, name))),
    // Links, not copies: a repository may have very many refs, and nothing here ever writes one.
    symlink(join(commonDirectory, 'refs'), join(directory, 'refs')),
    symlink(join(commonDirectory, 'packed-refs'), join(directory, 'packed-refs')),
    symlink(join(commonDirectory, 'logs', 'refs'), join(directory, 'logs', 'refs')),
    symlink(join(gitDirectory, 'logs', 'HEAD'), join(directory, 'logs', 'HEAD')),
  ]);
}

/** Quoted, since a plain line that starts with `#` or `"` means something else to git. */
function alternateLine(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&')}"`;
}

/** Copies a file; false when there is none. A pipe or device under its name holds nothing to copy, and reading it may never end. */
export async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    if (!(await stat(from)).isFile()) return false;
    await copyFile(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** The attributes that the user keeps beside the repository, or none. */
export async function takeAttributes(view: View, location: Location): Promise<void> {
  const copy = join(view.directory, 'info', 'attributes');
  const copied = await copyIfThere(join(location.commonDirectory, 'info', 'attributes'), copy);
  if (!copied) await writeFile(copy, '');
}

async function dispose(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  live.delete(directory);
  if (live.size === 0) process.off('exit', removeAll);
}

function removeAll(): void {
  for (const directory of live) rmSync(directory, { recursive: true, force: true });
}
