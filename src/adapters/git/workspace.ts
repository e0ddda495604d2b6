import { rm } from 'node:fs/promises';
import type { CommitBy, KeepOut, Taken, Workspace } from '../../application/ports/workspaces.js';
import { GitFailure } from './git-process.js';
import { modes } from './object-names.js';
import type { RawTreeEntry } from './trees.js';
import { untakable } from './untakable.js';
import type { View } from './view.js';
import type { WaitingGit } from './waiting-git.js';
import { keyOf, type IndexEntry, type WorkspaceIndex } from './workspace-index.js';

/** Where fixes are kept: no user's tool looks there. */
export const fixRefs = 'refs/countersign/fix/';

export interface WorkspaceParts {
  readonly view: View;
  readonly scratch: string;
  readonly index: WorkspaceIndex;
  /** Takes the updates of refs. */
  readonly keeping: WaitingGit;
  readonly commit: string;
  readonly tree: string;
  /** Everything in the tree. */
  readonly entries: readonly RawTreeEntry[];
  /** Keys of the paths that the author got no file of. */
  readonly kept: ReadonlySet<string>;
  readonly keepOut: KeepOut;
}

export class GitWorkspace implements Workspace {
  readonly directory: string;
  readonly #parts: WorkspaceParts;
  /** What stays whatever the author does: paths without a file here, and submodules. */
  readonly #fixed: readonly IndexEntry[];
  #commit: string;
  #tree: string;

  constructor(parts: WorkspaceParts) {
    this.directory = parts.index.directory;
    this.#parts = parts;
    const entries = parts.entries.map(({ mode, blob, rawPath }) => ({ mode, id: blob, path: rawPath }));
    this.#fixed = entries.filter((entry) => this.#isFixed(entry));
    this.#commit = parts.commit;
    this.#tree = parts.tree;
  }

  async take(by: CommitBy): Promise<Taken> {
    const left = (await untakable(this.directory)) ?? (await this.#add());
    if (left !== undefined) return { left };
    const tree = await this.#writeTree();
    if (tree === this.#tree) return { commit: this.#commit, tree };
    this.#commit = await this.#parts.index.commit(tree, this.#commit, by);
    this.#tree = tree;
    return { commit: this.#commit, tree };
  }

  getReady(): void {
    const { index, keeping } = this.#parts;
    keeping.getReady();
    // Before `add` the index of these is changed.
    if (this.#links().length === 0) index.getReady();
  }

  async keep(id: string): Promise<string> {
    const ref = `${fixRefs}${id}`;
    await this.#parts.keeping.run(`update ${ref} ${this.#commit}\n`);
    return ref;
  }

  async close(): Promise<void> {
    await Promise.all([this.#parts.index.close(), this.#parts.keeping.drop()]);
    await this.#parts.view.dispose();
    await rm(this.#parts.scratch, { recursive: true, force: true });
  }

  /** What git does not add, in words: a link called `.gitmodules`, a name that another system would take for `.git`. */
  async #add(): Promise<string | undefined> {
    const { index } = this.#parts;
    // Of a submodule in the index `add` asks the status, which a repository in its place would answer with its own programs.
    await index.change(this.#links(), []);
    try {
      await index.add();
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      return `what git does not take: ${error.words.split('\n', 3).join('; ') || error.message}`;
    }
    return undefined;
  }

  /** What the author may not touch, and submodules, which have no file here, are put back as they were. */
  async #writeTree(): Promise<string> {
    const { index } = this.#parts;
    if (this.#fixed.length > 0) return this.#putBack(await index.entries());
    // For most there is nothing to put back, and then this tree is the one but for what is new in it.
    const tree = await index.write();
    const since = tree === this.#tree ? [] : await index.entriesSince(this.#tree, tree);
    return since.some((entry) => this.#isFixed(entry)) ? this.#putBack(since) : tree;
  }

  /** `is`: at least those entries that the author added. */
  async #putBack(is: readonly IndexEntry[]): Promise<string> {
    const { index } = this.#parts;
    const back = new Set(this.#fixed.map(({ path }) => keyOf(path)));
    const added = is.filter((entry) => this.#isFixed(entry) && !back.has(keyOf(entry.path)));
    const paths = added.map(({ path }) => path);
    await index.change(paths, this.#fixed);
    return index.write();
  }

  #links(): readonly Buffer[] {
    return this.#fixed.filter(({ mode }) => mode === modes.submodule).map(({ path }) => path);
  }

  #isFixed({ mode, path }: IndexEntry): boolean {
    const { kept, keepOut } = this.#parts;
    return mode === modes.submodule || kept.has(keyOf(path)) || keepOut([path.toString()]).length > 0;
  }
}
