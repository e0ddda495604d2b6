import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import { discover } from './discover.js';
import { safePath } from './git-process.js';
import { ObjectReader } from './object-reader.js';
import type { GitOptions } from './open-repository.js';
import { createView } from './view.js';

/** The newest commit, opened for reading. */
export interface Head {
  /** Bytes of a file; undefined where the commit has none of that path, or where there is no commit yet. */
  readFile(path: string): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

/** Opens what HEAD names, without a look at any change. Refusals as `openRepository`. */
export async function openHead(directory: string, options: GitOptions = {}): Promise<Head | Refusal> {
  const env = options.env ?? process.env;
  const location = await discover(directory, env, options.signal);
  if (isRefusal(location)) return location;
  const view = await createView(location, safePath(env['PATH']), options.signal);
  const objects = new ObjectReader(view);
  return {
    readFile: async (path) => {
      const answer = await objects.readWhole(`HEAD:${path}`);
      return typeof answer === 'string' || answer.header.type !== 'blob' ? undefined : answer.content;
    },
    close: async () => {
      await objects.close();
      await view.dispose();
    },
  };
}
