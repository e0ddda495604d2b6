import { rm } from 'node:fs/promises';
import type { CommitBy, KeepOut, Workspace } from '../../application/ports/workspaces.js';
import { nestedRepository } from './nested-repository.js';
import { modes } from './object-names.js';
import type { RawTreeEntry } from './trees.js';
import type { View } from './view.js';
import { keyOf, type IndexEntry, type WorkspaceIndex } from './workspace-index.js';

export interface WorkspaceParts {
  readonly view: View;
  readonly scratch: string;
  readonly index: WorkspaceIndex;
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

  async take(by: CommitBy): Promise<{ readonly commit: string; readonly tree: string }> {
    const tree = await this.#writeTree();
    if (tree === this.#tree) return { commit: this.#commit, tree };
    const email = `${by.name.replace(/[^\w.-]+/g, '-')}@countersign.invalid`;
    const date = `${Math.floor(by.at / 1000)} +0000`;
    const who = { NAME: by.name, EMAIL: email, DATE: date };
    const identity = Object.fromEntries(
      (['AUTHOR', 'COMMITTER'] as const).flatMap((role) =>
        Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value]),
      ),
    );
    this.#commit = await this.#parts.index.commit(tree, this.#commit, identity, by.message);
    this.#tree = tree;
    return { commit: this.#commit, tree };
  }

  nestedRepository(): Promise<string | undefined> {
    return nestedRepository(this.directory);
  }

  async close(): Promise<void> {
    await this.#parts.view.dispose();
    await rm(this.#parts.scratch, { recursive: true, force: true });
  }

  /** What the author may not touch, and submodules, which have no file here, are put back as they were. */
  async #writeTree(): Promise<string> {
    const { index } = this.#parts;
    // Of a submodule in the index `add` asks the status, which a repository in its place would answer with its own programs.
    const links = this.#fixed.filter(({ mode }) => mode === modes.submodule).map(({ path }) => path);
    await index.change(links, []);
    await index.add();
    const back = new Set(this.#fixed.map(({ path }) => keyOf(path)));
    // For most there is nothing to put back, and then this tree is the one.
    const [is, asItStands] = await Promise.all([index.entries(), back.size === 0 ? index.write() : undefined]);
    const added = is.filter((entry) => this.#isFixed(entry) && !back.has(keyOf(entry.path)));
    if (added.length === 0 && asItStands !== undefined) return asItStands;
    const paths = added.map(({ path }) => path);
    await index.change(paths, this.#fixed);
    return index.write();
  }

  #isFixed({ mode, path }: IndexEntry): boolean {
    const { kept, keepOut } = this.#parts;
    return mode === modes.submodule || kept.has(keyOf(path)) || keepOut([path.toString()]).length > 0;
  }
}
