import type { ChangeRequest, FrozenChange, Repository } from '../../application/ports/repository.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import { Ahead } from './ahead.js';
import { discover, type Location } from './discover.js';
import { freeze, freezeFollowing, release } from './freeze.js';
import { GitFrozenChange } from './frozen-change.js';
import { safePath } from './git-process.js';
import { ObjectReader } from './object-reader.js';
import { pinned } from './read-diff.js';
import { settleBoundary } from './shallow-boundary.js';
import { createView } from './view.js';

export interface GitOptions {
  /** Where PATH, HOME and XDG_CONFIG_HOME come from; no other variable is read. Default: that of the process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Ends every child process. */
  readonly signal?: AbortSignal;
  /** Longest patch in bytes, default 2 GiB; a longer one is refused as `too_large`. */
  readonly longestPatch?: number;
}

/**
 * Finds the repository that holds `directory`, by git's own upward search.
 *
 * Refusals: `not_a_directory`, `not_a_repository`, `git_not_installed`, `git_too_old`, `unsafe_directory`, `nested_bare_repository`,
 * `unsupported_location`, `unsupported_repository`, `unreadable_repository`; of `freeze`: `unknown_revision`, `no_commits`,
 * `nothing_to_review`, `no_merge_base`, `shallow_boundary`, `missing_objects`, `no_worktree`, `unmerged_index`,
 * `unreadable_file`, `unreadable_worktree`, `too_large`. Any other failure of git is thrown as `GitFailure` in git's words.
 */
export async function openRepository(directory: string, options: GitOptions = {}): Promise<Repository | Refusal> {
  const location = await discover(directory, options.env ?? process.env, options.signal);
  return isRefusal(location) ? location : new GitRepository(location, options);
}

/** Where an opened repository is; undefined for one of another kind. */
export function locationOf(repository: Repository): Location | undefined {
  return repository instanceof GitRepository ? repository.location : undefined;
}

class GitRepository implements Repository {
  readonly top: string | undefined;
  readonly commonDirectory: string;
  readonly location: Location;
  readonly #options: GitOptions;

  constructor(location: Location, options: GitOptions) {
    this.top = location.top;
    this.commonDirectory = location.commonDirectory;
    this.location = location;
    this.#options = options;
  }

  async freeze(request: ChangeRequest): Promise<FrozenChange | Refusal> {
    if (request.kind === 'range' && request.following instanceof GitFrozenChange) {
      const { following: known, range } = request;
      const frozen = await freezeFollowing(known.context, range, known);
      if (frozen !== undefined) return frozen;
    }
    const env = this.#options.env ?? process.env;
    const { longestPatch = 2 ** 31, signal } = this.#options;
    const view = await createView(this.location, safePath(env['PATH']), signal);
    const readers = { objects: new ObjectReader(view), headers: new ObjectReader(view, 'headers') };
    const through = { view, ...readers, ahead: new Ahead(view, pinned) };
    let frozen: FrozenChange | Refusal | undefined;
    try {
      const shallow = await settleBoundary(view);
      frozen = await freeze({ ...through, shallow, location: this.location, env, longestPatch }, request);
      return frozen;
    } finally {
      if (frozen === undefined || isRefusal(frozen)) await release(through);
    }
  }
}
