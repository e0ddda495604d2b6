import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import { acceptedTree } from './accepted-tree.js';
import { readCommit } from './commits.js';
import { discover } from './discover.js';
import { safePath } from './git-process.js';
import { ObjectReader } from './object-reader.js';
import type { GitOptions } from './open-repository.js';
import { settleBoundary } from './shallow-boundary.js';
import { createView, type View } from './view.js';

/** The newest commit, opened for reading. */
export interface Head {
  /** Bytes of a file; undefined where the commit has none of that path, or where there is no commit yet. */
  readFile(path: string): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

/** Opens what HEAD names, without a look at any change. Refusals as `openRepository`. */
export function openHead(directory: string, options: GitOptions = {}): Promise<Head | Refusal> {
  return openAt(directory, options, () => Promise.resolve('HEAD:'));
}

/**
 * As `openHead`, but on a branch of its own only what the default branch accepted: the commit at which HEAD left it. HEAD itself where the
 * default branch holds it, or none is known (SPEC 2, rule 7).
 */
export function openAccepted(directory: string, options: GitOptions = {}): Promise<Head | Refusal> {
  return openAt(directory, options, async (view, objects) => {
    const head = await readCommit(objects, 'HEAD');
    if (typeof head === 'string') return undefined;
    const history = { view, objects, shallow: await settleBoundary(view) };
    return `${(await acceptedTree(history, { baseCommit: head.id, baseTree: head.tree })).tree}:`;
  });
}

/** As `openHead`, but what a branch holds; `ref` is its full name. Empty where there is none. */
export function openRef(directory: string, ref: string, options: GitOptions = {}): Promise<Head | Refusal> {
  return openAt(directory, options, () => Promise.resolve(`${ref}:`));
}

/** `rootOf`: what stands before a path to name a file; undefined where there is no commit yet. */
async function openAt(
  directory: string,
  options: GitOptions,
  rootOf: (view: View, objects: ObjectReader) => Promise<string | undefined>,
): Promise<Head | Refusal> {
  const env = options.env ?? process.env;
  const location = await discover(directory, env, options.signal);
  if (isRefusal(location)) return location;
  const view = await createView(location, safePath(env['PATH']), options.signal);
  const objects = new ObjectReader(view);
  let root: Promise<string | undefined> | undefined;
  return {
    readFile: async (path) => {
      const before = await (root ??= rootOf(view, objects));
      if (before === undefined) return undefined;
      const answer = await objects.readWhole(`${before}${path}`);
      return typeof answer === 'string' || answer.header.type !== 'blob' ? undefined : answer.content;
    },
    close: async () => {
      await objects.close();
      await view.dispose();
    },
  };
}
