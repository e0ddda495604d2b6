import type { TreeEntry } from '../../application/ports/repository.js';
import { mustGit } from './git-process.js';
import type { Ahead } from './ahead.js';
import { emptyTree, modes } from './object-names.js';
import { pathText } from './path-text.js';
import { inView, type View } from './view.js';
import type { RawEntry } from './written-files.js';

/** A file of a tree with the bytes of its path. */
export interface RawTreeEntry extends TreeEntry {
  readonly rawPath: Buffer;
}

/** Every file of a tree, without submodules, in git's order. */
export async function listTree(view: View, tree: string, ahead?: Ahead): Promise<RawTreeEntry[]> {
  const told = await ahead?.entriesBetween(emptyTree(tree.length === 40 ? 'sha1' : 'sha256'), tree);
  const entries = told === undefined ? await listEntries(view, tree) : told.map(asEntry);
  return entries.filter(({ mode }) => mode !== modes.submodule);
}

function asEntry({ mode, blob, path }: RawEntry): RawTreeEntry {
  return { path: pathText(path).text, mode, blob, rawPath: path };
}

/** Every entry of a tree (or of that of a commit) that is no directory; `blob` of a submodule is its commit. */
export async function listEntries(view: View, tree: string): Promise<RawTreeEntry[]> {
  const { stdout } = await mustGit(inView(view, 'ls-tree', '-r', '-z', '--full-tree', tree));
  const entries: RawTreeEntry[] = [];
  for (let at = 0; at < stdout.length;) {
    const end = stdout.indexOf(0, at);
    const tab = stdout.indexOf(0x09, at);
    const [mode = '', , blob = ''] = stdout.toString('latin1', at, tab).split(' ');
    const rawPath = stdout.subarray(tab + 1, end);
    entries.push({ path: pathText(rawPath).text, mode, blob, rawPath });
    at = end + 1;
  }
  return entries;
}
