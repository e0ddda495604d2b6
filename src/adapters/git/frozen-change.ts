import { open } from 'node:fs/promises';
import type { FrozenChange, Hunk, TreeEntry } from '../../application/ports/repository.js';
import type { BranchTip, Change, Commit } from '../../domain/model/change.js';
import type { Accepted } from './accepted-tree.js';
import { checkoutEntries } from './checkout.js';
import { listCommits } from './commits.js';
import type { FreezeContext } from './freeze-context.js';
import { parseHunks } from './hunk-text.js';
import type { Located } from './inventory.js';
import { isObjectId, modes } from './object-names.js';
import type { ObjectReader } from './object-reader.js';
import type { PatchSection } from './patch-scanner.js';
import { pathText } from './path-text.js';
import { takesBack } from './takes-back.js';
import { listTree, type RawTreeEntry } from './trees.js';
import type { View } from './view.js';

type Side = 'base' | 'head';
type RuledSide = Side | 'accepted';

export interface Frozen {
  readonly context: FreezeContext;
  readonly change: Change;
  readonly accepted: Accepted;
  /** Notes of the change without those on how it was read. */
  readonly ownNotes: readonly string[];
  readonly located: readonly Located[];
  readonly patchFile: string;
  /** What is to be given back once nobody reads it any longer. */
  readonly release: () => Promise<void>;
}

/** Reads of a frozen change, all of them by object id. */
export class GitFrozenChange implements FrozenChange {
  readonly change: Change;
  readonly baseAccepted: boolean;
  readonly accepted: Accepted;
  readonly acceptedTip: BranchTip | undefined;
  readonly context: FreezeContext;
  readonly ownNotes: readonly string[];
  readonly #view: View;
  readonly #objects: ObjectReader;
  readonly #patchFile: string;
  readonly #release: () => Promise<void>;
  readonly #located: ReadonlyMap<string, Located>;
  readonly #trees = new Map<RuledSide, Promise<readonly RawTreeEntry[]>>();
  readonly #newer = new Map<string, Promise<readonly Commit[]>>();

  constructor(frozen: Frozen) {
    this.change = frozen.change;
    this.accepted = frozen.accepted;
    this.baseAccepted = frozen.accepted.holdsBase;
    this.acceptedTip = frozen.accepted.tip;
    this.context = frozen.context;
    this.ownNotes = frozen.ownNotes;
    this.#view = frozen.context.view;
    this.#objects = frozen.context.objects;
    this.#patchFile = frozen.patchFile;
    this.#release = frozen.release;
    this.#located = new Map(frozen.located.map((item) => [pathText(item.entry.path).text, item]));
  }

  /** Commits that `head` has and `base` lacks, newest first; asked once for all that go on from this change. */
  newer(head: string, base: string | undefined): Promise<readonly Commit[]> {
    const key = `${base ?? ''}..${head}`;
    const known = this.#newer.get(key);
    if (known !== undefined) return known;
    const listed = listCommits(this.#view, head, base);
    this.#newer.set(key, listed);
    return listed;
  }

  getReady(): void {
    this.context.ahead.getReady();
  }

  async readBlob(id: string): Promise<Uint8Array | undefined> {
    if (!isObjectId(id)) throw new TypeError(`${JSON.stringify(id)} is no object id.`);
    return this.#content(id);
  }

  async blobSizes(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const asked = [...new Set(ids)].filter(isObjectId);
    const sizes = new Map<string, number>();
    if (asked.length === 0) return sizes;
    const { headers } = this.context;
    const answers = await Promise.all(asked.map((id) => headers.read(id, { chunk: () => undefined })));
    for (const answer of answers) if (typeof answer !== 'string') sizes.set(answer.id, answer.size);
    return sizes;
  }

  async listTree(side: Side): Promise<readonly TreeEntry[]> {
    return (await this.#tree(side)).map(({ path, mode, blob }) => ({ path, mode, blob }));
  }

  async readFile(side: RuledSide, path: string): Promise<Uint8Array | undefined> {
    // Plain paths need no listing; git reads `./` and a line feed in a name otherwise.
    if (/^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/.test(path) && !/^\.{1,2}(?:\/|$)/.test(path)) {
      return this.#content(`${this.#treeId(side)}:${path}`);
    }
    const entry = (await this.#tree(side)).find((known) => known.path === path);
    return entry === undefined ? undefined : this.#content(entry.blob);
  }

  async hunks(path: string): Promise<readonly Hunk[]> {
    const item = this.#located.get(path);
    if (item === undefined) throw new RangeError(`${JSON.stringify(path)} is not in the inventory of the change.`);
    const sections = readableSections(item);
    if (sections.length === 0) return [];
    const file = await open(this.#patchFile);
    try {
      const hunks: Hunk[] = [];
      for (const { start, end } of sections) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
        hunks.push(...parseHunks(buffer.subarray(0, bytesRead)));
      }
      return hunks;
    } finally {
      await file.close();
    }
  }

  async checkout(side: Side, directory: string, paths?: readonly string[]): Promise<void> {
    const tree = await this.#tree(side);
    const wanted = paths === undefined ? undefined : new Set(paths);
    const entries = wanted === undefined ? tree : tree.filter(({ path }) => wanted.has(path));
    await checkoutEntries(this.#objects, directory, entries);
  }

  takesBack(commit: string): Promise<boolean> {
    return takesBack(this.context, this.change, this.#patchFile, commit);
  }

  close(): Promise<void> {
    return this.#release();
  }

  #treeId(side: RuledSide): string {
    if (side === 'accepted') return this.accepted.tree;
    return side === 'base' ? this.change.baseTree : this.change.headTree;
  }

  #tree(side: RuledSide): Promise<readonly RawTreeEntry[]> {
    const known = this.#trees.get(side);
    if (known !== undefined) return known;
    const tree = listTree(this.#view, this.#treeId(side), this.context.ahead);
    this.#trees.set(side, tree);
    return tree;
  }

  async #content(name: string): Promise<Uint8Array | undefined> {
    const answer = await this.#objects.readWhole(name);
    return typeof answer === 'string' || answer.header.type !== 'blob' ? undefined : answer.content;
  }
}

/** Sections with lines to read; of a type change to or from a submodule only the file's own. */
function readableSections({ entry, sections }: Located): readonly PatchSection[] {
  if (entry.added === null) return [];
  const sides = entry.status === 'T' ? [entry.oldMode, entry.newMode] : undefined;
  if (sides !== undefined) return sections.filter((_, index) => sides[index] !== modes.submodule);
  return [entry.oldMode, entry.newMode].includes(modes.submodule) ? [] : sections;
}
