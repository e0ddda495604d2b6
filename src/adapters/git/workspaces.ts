import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Repository } from '../../application/ports/repository.js';
import type { Applied, KeepOut, KeptFix, Workspace, Workspaces } from '../../application/ports/workspaces.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import { applyCommit, branchOf } from './apply-commit.js';
import { checkoutEntries } from './checkout.js';
import { discover, type Location } from './discover.js';
import { closedEnvironment, mustGit, safePath, type GitCall } from './git-process.js';
import { modes } from './object-names.js';
import { ObjectReader } from './object-reader.js';
import { locationOf } from './open-repository.js';
import { listEntries } from './trees.js';
import { createView } from './view.js';
import { WaitingGit } from './waiting-git.js';
import { fixRefs, GitWorkspace } from './workspace.js';
import { keyOf, WorkspaceIndex } from './workspace-index.js';

/** Workspaces of an open repository, or of that which holds a directory. Refusals as `openRepository`. */
export async function openWorkspaces(
  of: Repository | string,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<Workspaces | Refusal> {
  const known = typeof of === 'string' ? undefined : locationOf(of);
  const location = known ?? (await discover(typeof of === 'string' ? of : (of.top ?? of.commonDirectory), env, signal));
  return isRefusal(location) ? location : new GitWorkspaces(location, env, signal);
}

class GitWorkspaces implements Workspaces {
  readonly #location: Location;
  readonly #env: NodeJS.ProcessEnv;
  readonly #signal: AbortSignal | undefined;
  /** The branch that was checked out when a workspace was opened first: another one may stand at the same commit later. */
  #asked: Promise<string> | undefined;

  constructor(location: Location, env: NodeJS.ProcessEnv, signal: AbortSignal | undefined) {
    this.#location = location;
    this.#env = env;
    this.#signal = signal;
  }

  async open(commit: string, keepOut: KeepOut): Promise<Workspace> {
    this.#asked ??= branchOf(this.#location, this.#env);
    this.#asked.catch(() => undefined);
    const view = await createView(this.#location, safePath(this.#env['PATH']), this.#signal);
    const scratch = await mkdtemp(join(tmpdir(), 'countersign-fix-'));
    const objects = new ObjectReader(view);
    try {
      const index = new WorkspaceIndex(view, this.#location.objectDirectory, join(scratch, 'work'));
      const [tree, entries] = await Promise.all([
        treeOf(objects, commit),
        listEntries(view, commit),
        index.read(commit),
      ]);
      // One by one: the answer names the topmost part of a path, which is a directory for most.
      const kept = new Set(
        entries.flatMap(({ path, rawPath }) => (keepOut([path]).length > 0 ? [keyOf(rawPath)] : [])),
      );
      const files = entries.filter(({ mode, rawPath }) => mode !== modes.submodule && !kept.has(keyOf(rawPath)));
      await checkoutEntries(objects, index.directory, files);
      await index.refresh();
      const keeping = new WaitingGit(this.#refsCall('update-ref', '--stdin'));
      return new GitWorkspace({ view, scratch, index, keeping, commit, tree, entries, kept, keepOut });
    } catch (error) {
      await view.dispose();
      await rm(scratch, { recursive: true, force: true });
      throw error;
    } finally {
      await objects.close();
    }
  }

  async keptOver(commit: string): Promise<{ branch: string; fixes: readonly KeptFix[] }> {
    const format = '--format=%(refname) %(objectname)';
    const listed = await this.#onRefs(['for-each-ref', format, '--contains', commit, fixRefs]);
    const fixes = listed.split('\n').flatMap((line): KeptFix[] => {
      const [ref = '', of] = line.split(' ');
      return of === undefined ? [] : [{ id: ref.slice(fixRefs.length), commit: of }];
    });
    if (fixes.length === 0) return { branch: 'HEAD', fixes };
    return { branch: await branchOf(this.#location, this.#env), fixes };
  }

  async #onRefs(args: readonly string[]): Promise<string> {
    const { stdout } = await mustGit(this.#refsCall(...args));
    return stdout.toString('utf8');
  }

  /** Refs are in the real git directory, whose hooks are not to run. */
  #refsCall(...args: string[]): GitCall {
    const { commonDirectory } = this.#location;
    const env = closedEnvironment(safePath(this.#env['PATH']), join(tmpdir(), 'countersign-no-home'));
    const all = ['-c', 'core.hooksPath=/dev/null', `--git-dir=${commonDirectory}`, ...args];
    return { args: all, cwd: commonDirectory, env, signal: this.#signal };
  }

  async apply(from: string, to: string): Promise<Applied> {
    return applyCommit(this.#location, this.#env, { from, to, asked: await this.#asked });
  }
}

async function treeOf(objects: ObjectReader, commit: string): Promise<string> {
  const found = await objects.readWhole(`${commit}^{tree}`);
  if (typeof found === 'string') throw new Error(`the tree of commit ${commit} is ${found}`);
  return found.header.id;
}
