import { lstatSync } from 'node:fs';
import type { CommitBy } from '../../application/ports/workspaces.js';
import { commitText } from './commit-text.js';
import { mustGit, runGit, type GitCall } from './git-process.js';
import { isNull } from './object-names.js';
import { inView, type View } from './view.js';
import { WaitingComparison } from './waiting-comparison.js';
import { WaitingGit } from './waiting-git.js';

export interface IndexEntry {
  readonly mode: string;
  readonly id: string;
  readonly path: Buffer;
}

/** The index of a view that stands for a directory of its own. What is written to it goes to an object store that outlives the view. */
export class WorkspaceIndex {
  readonly directory: string;
  readonly #view: View;
  readonly #objectDirectory: string;
  readonly #adding: WaitingGit;
  readonly #committing: WaitingGit;
  readonly #comparing: WaitingComparison;
  /** The directory in which `#adding` waits. */
  #entered: string | undefined;

  constructor(view: View, objectDirectory: string, directory: string) {
    this.#view = view;
    this.#objectDirectory = objectDirectory;
    this.directory = directory;
    this.#adding = new WaitingGit(this.#inDirectory('add', '--all', '--pathspec-from-file=-'));
    this.#committing = new WaitingGit(this.#call('hash-object', '-t', 'commit', '-w', '--stdin'));
    this.#comparing = new WaitingComparison((...args) => this.#call(...args));
  }

  /** Starts what `add` and `commit` will need. Until `add` nothing else may change the index. */
  getReady(): void {
    this.#entered ??= identityOf(this.directory);
    // An author that is quick may have removed it already.
    if (this.#entered !== undefined) this.#adding.getReady();
    this.#committing.getReady();
    this.#comparing.getReady();
  }

  /** Ends what waits. */
  async close(): Promise<void> {
    await Promise.all([this.#adding, this.#committing, this.#comparing].map((git) => git.drop()));
  }

  /** `commit` or a tree. */
  async read(commit: string): Promise<void> {
    await mustGit(this.#call('read-tree', commit));
  }

  /** Knows from here on what the files look like that stand as they were read, so that `add` need not read them all. */
  async refresh(): Promise<void> {
    // Its exit code says that some do not stand so, which is none of its business.
    await runGit(this.#inDirectory('update-index', '-q', '--ignore-missing', '--refresh'));
  }

  /** Takes the directory as it stands, but for what its `.gitignore` names. */
  async add(): Promise<void> {
    // One that waits in a directory which the author put another in the place of would look at the wrong one.
    if (this.#entered !== identityOf(this.directory)) await this.#adding.drop();
    this.#entered = undefined;
    await this.#adding.run('.\n');
  }

  async entries(): Promise<readonly IndexEntry[]> {
    const { stdout } = await mustGit(this.#call('ls-files', '-z', '--stage'));
    const entries: IndexEntry[] = [];
    for (let at = 0; at < stdout.length;) {
      const end = stdout.indexOf(0, at);
      const tab = stdout.indexOf(0x09, at);
      const [mode = '', id = ''] = stdout.toString('latin1', at, tab).split(' ');
      entries.push({ mode, id, path: stdout.subarray(tab + 1, end) });
      at = end + 1;
    }
    return entries;
  }

  /** Entries of the tree `after` that are not the same in `before`. */
  async entriesSince(before: string, after: string): Promise<readonly IndexEntry[]> {
    const entries = await this.#comparing.between(before, after);
    // That is not "no changes".
    if (entries === undefined) throw new Error(`git compared no trees ${before} ${after}`);
    return entries.filter(({ blob }) => !isNull(blob)).map(({ mode, blob, path }) => ({ mode, id: blob, path }));
  }

  async change(removed: readonly Buffer[], put: readonly IndexEntry[]): Promise<void> {
    if (removed.length === 0 && put.length === 0) return;
    const lines = [
      ...removed.map((path) => indexLine({ mode: '0', id: this.#view.nullId, path })),
      ...put.map((entry) => indexLine(entry)),
    ];
    // In the directory: git looks again at files as young as the index that it replaces, or would never see them changed.
    await mustGit(this.#inDirectory('update-index', '-z', '--index-info'), Buffer.concat(lines));
  }

  /** Id of the tree. */
  async write(): Promise<string> {
    const { stdout } = await mustGit(this.#call('write-tree', '--missing-ok'));
    return stdout.toString('latin1').trim();
  }

  /** Id of the commit. */
  async commit(tree: string, parent: string, by: CommitBy): Promise<string> {
    const written = await this.#committing.run(commitText(tree, parent, by));
    return written.toString('latin1').trim();
  }

  #call(...args: string[]): GitCall {
    const call = inView(this.#view, ...args);
    return { ...call, env: { ...call.env, GIT_OBJECT_DIRECTORY: this.#objectDirectory } };
  }

  #inDirectory(...args: string[]): GitCall {
    const call = this.#call('-c', 'core.bare=false', '-c', 'core.symlinks=false', ...args);
    return { ...call, cwd: this.directory, env: { ...call.env, GIT_WORK_TREE: this.directory } };
  }
}

/** What tells a directory from another one under the same name; undefined where there is none. */
function identityOf(directory: string): string | undefined {
  const stats = lstatSync(directory, { bigint: true, throwIfNoEntry: false });
  return stats?.isDirectory() === true ? `${stats.dev}:${stats.ino}` : undefined;
}

/** One text for the bytes of a path, whatever their encoding. */
export function keyOf(path: Buffer): string {
  return path.toString('latin1');
}

function indexLine({ mode, id, path }: IndexEntry): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${id} 0\t`), path, Buffer.of(0)]);
}
