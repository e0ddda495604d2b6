import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Applied, CommitBy, Workspace, Workspaces } from '../../application/ports/workspaces.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import { applyCommit } from './apply-commit.js';
import { checkoutEntries } from './checkout.js';
import { discover, type Location } from './discover.js';
import { closedEnvironment, mustGit, safePath, type GitCall } from './git-process.js';
import { nestedRepository } from './nested-repository.js';
import { modes } from './object-names.js';
import { ObjectReader } from './object-reader.js';
import { listTree } from './trees.js';
import { createView, inView, type View } from './view.js';

/** Workspaces of the repository that holds `directory`. Refusals as `openRepository`. */
export async function openWorkspaces(
  directory: string,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<Workspaces | Refusal> {
  const location = await discover(directory, env, signal);
  return isRefusal(location) ? location : new GitWorkspaces(location, env, signal);
}

class GitWorkspaces implements Workspaces {
  readonly #location: Location;
  readonly #env: NodeJS.ProcessEnv;
  readonly #signal: AbortSignal | undefined;

  constructor(location: Location, env: NodeJS.ProcessEnv, signal: AbortSignal | undefined) {
    this.#location = location;
    this.#env = env;
    this.#signal = signal;
  }

  async open(commit: string, keepOut: (paths: readonly string[]) => readonly string[]): Promise<Workspace> {
    const view = await createView(this.#location, safePath(this.#env['PATH']), this.#signal);
    const scratch = await mkdtemp(join(tmpdir(), 'countersign-fix-'));
    const objects = new ObjectReader(view);
    try {
      const tree = await treeOf(objects, commit);
      const entries = await listTree(view, tree);
      // One by one: the answer names the topmost part of a path, which is a directory for most.
      const isOut = (path: string): boolean => keepOut([path]).length > 0;
      const directory = join(scratch, 'work');
      await checkoutEntries(
        objects,
        directory,
        entries.filter(({ path }) => !isOut(path)),
      );
      const kept = entries.filter(({ path }) => isOut(path)).map(({ rawPath }) => rawPath);
      return new GitWorkspace({ view, scratch, directory, location: this.#location, commit, tree, kept, keepOut });
    } catch (error) {
      await view.dispose();
      await rm(scratch, { recursive: true, force: true });
      throw error;
    } finally {
      await objects.close();
    }
  }

  async keep(id: string, commit: string): Promise<string> {
    const ref = `refs/countersign/fix/${id}`;
    const { commonDirectory } = this.#location;
    const env = closedEnvironment(safePath(this.#env['PATH']), join(tmpdir(), 'countersign-no-home'));
    // The one write of a ref: it needs the real git directory, whose hooks are not to run.
    const args = ['-c', 'core.hooksPath=/dev/null', `--git-dir=${commonDirectory}`, 'update-ref', ref, commit];
    await mustGit({ args, cwd: commonDirectory, env, signal: this.#signal });
    return ref;
  }

  apply(from: string, to: string): Promise<Applied> {
    return applyCommit(this.#location, this.#env, { from, to });
  }
}

interface WorkspaceParts {
  readonly view: View;
  readonly scratch: string;
  readonly directory: string;
  readonly location: Location;
  readonly commit: string;
  readonly tree: string;
  /** Paths that the author got no file of. */
  readonly kept: readonly Buffer[];
  readonly keepOut: (paths: readonly string[]) => readonly string[];
}

class GitWorkspace implements Workspace {
  readonly directory: string;
  readonly #parts: WorkspaceParts;
  readonly #kept: ReadonlySet<string>;
  #commit: string;
  #tree: string;

  constructor(parts: WorkspaceParts) {
    this.directory = parts.directory;
    this.#parts = parts;
    this.#kept = new Set(parts.kept.map(keyOf));
    this.#commit = parts.commit;
    this.#tree = parts.tree;
  }

  async take(by: CommitBy): Promise<{ readonly commit: string; readonly tree: string }> {
    const tree = await this.#writeTree(this.#tree);
    if (tree === this.#tree) return { commit: this.#commit, tree };
    const email = `${by.name.replace(/[^\w.-]+/g, '-')}@countersign.invalid`;
    const date = `${Math.floor(by.at / 1000)} +0000`;
    const who = { NAME: by.name, EMAIL: email, DATE: date };
    const identity = Object.fromEntries(
      (['AUTHOR', 'COMMITTER'] as const).flatMap((role) =>
        Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value]),
      ),
    );
    const call = this.#call('commit-tree', tree, '-p', this.#commit);
    const { stdout } = await mustGit({ ...call, env: { ...call.env, ...identity } }, by.message);
    this.#commit = stdout.toString('latin1').trim();
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
  async #writeTree(before: string): Promise<string> {
    await mustGit(this.#call('read-tree', before));
    const was = await this.#entries('ls-tree', '-r', before);
    // Of a submodule in the index `add` asks the status, which a repository in its place would answer with its own programs.
    const links = was.filter(({ mode }) => mode === modes.submodule);
    await this.#index(links.map(({ path }) => indexLine('0', this.#parts.view.nullId, path)));
    await mustGit(this.#inDirectory('add', '--all', '.'));
    const is = await this.#entries('ls-files', '--stage');
    const isFixed = ({ mode, path }: Entry) =>
      mode === modes.submodule || this.#parts.keepOut([path.toString()]).length > 0 || this.#kept.has(keyOf(path));
    const fixed = was.filter(isFixed);
    const back = new Set(fixed.map(({ path }) => keyOf(path)));
    const added = is.filter((entry) => isFixed(entry) && !back.has(keyOf(entry.path)));
    const lines = [
      ...added.map(({ path }) => indexLine('0', this.#parts.view.nullId, path)),
      ...fixed.map(({ mode, id, path }) => indexLine(mode, id, path)),
    ];
    await this.#index(lines);
    const { stdout } = await mustGit(this.#call('write-tree', '--missing-ok'));
    return stdout.toString('latin1').trim();
  }

  async #index(lines: readonly Buffer[]): Promise<void> {
    if (lines.length > 0) await mustGit(this.#call('update-index', '-z', '--index-info'), Buffer.concat(lines));
  }

  async #entries(...args: readonly string[]): Promise<readonly Entry[]> {
    const [verb = '', ...rest] = args;
    const { stdout } = await mustGit(this.#call(verb, '-z', ...rest));
    const entries: Entry[] = [];
    for (let at = 0; at < stdout.length;) {
      const end = stdout.indexOf(0, at);
      const tab = stdout.indexOf(0x09, at);
      const words = stdout.toString('latin1', at, tab).split(' ');
      // `MODE TYPE ID` of a tree, `MODE ID STAGE` of the index.
      const id = (verb === 'ls-tree' ? words[2] : words[1]) ?? '';
      entries.push({ mode: words[0] ?? '', id, path: stdout.subarray(tab + 1, end) });
      at = end + 1;
    }
    return entries;
  }

  /** Objects go where they outlive the view; the index is the view's own. */
  #call(...args: string[]): GitCall {
    const call = inView(this.#parts.view, ...args);
    return { ...call, env: { ...call.env, GIT_OBJECT_DIRECTORY: this.#parts.location.objectDirectory } };
  }

  #inDirectory(...args: string[]): GitCall {
    const call = this.#call('-c', 'core.bare=false', '-c', 'core.symlinks=false', ...args);
    return { ...call, cwd: this.directory, env: { ...call.env, GIT_WORK_TREE: this.directory } };
  }
}

interface Entry {
  readonly mode: string;
  readonly id: string;
  readonly path: Buffer;
}

/** One text for the bytes of a path, whatever their encoding. */
function keyOf(path: Buffer): string {
  return path.toString('latin1');
}

async function treeOf(objects: ObjectReader, commit: string): Promise<string> {
  const found = await objects.readWhole(`${commit}^{tree}`);
  if (typeof found === 'string') throw new Error(`the tree of commit ${commit} is ${found}`);
  return found.header.id;
}

function indexLine(mode: string, id: string, path: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${id} 0\t`), path, Buffer.of(0)]);
}
