import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { ArtifactFiles } from '../../application/ports/gate-agents.js';

/** Files below the top of a worktree. No link on the way is followed: it could lead out of the repository. */
export function artifactFiles(top: string): ArtifactFiles {
  return {
    read: async (path) => {
      try {
        if (!(await staysInside(top, path))) return undefined;
        const handle = await open(join(top, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
        try {
          return (await handle.stat()).isFile() ? await handle.readFile() : undefined;
        } finally {
          await handle.close();
        }
      } catch {
        // Nothing that could be read stands there, which is what the caller asks.
        return undefined;
      }
    },
    write: async (path, content) => {
      try {
        if (!(await staysInside(top, path))) throw new Error('a link on the way leads elsewhere');
        const file = join(top, path);
        await mkdir(dirname(file), { recursive: true });
        const flags = constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY | constants.O_NOFOLLOW;
        const handle = await open(file, flags);
        try {
          await handle.writeFile(content);
        } finally {
          await handle.close();
        }
        return undefined;
      } catch (error) {
        return `${path} was not written: ${error instanceof Error ? error.message : String(error)}`;
      }
    },
  };
}

/** Whether the nearest directory that is there really lies below the top, and what stands at the end is no link. */
async function staysInside(top: string, path: string): Promise<boolean> {
  const root = await realpath(top);
  let at = dirname(join(root, path));
  while ((await lstat(at).catch(() => undefined)) === undefined) at = dirname(at);
  const real = await realpath(at);
  const inside = real === root || real.startsWith(root + sep);
  const last = await lstat(join(root, path)).catch(() => undefined);
  return inside && !relative(root, real).split(sep).includes('.git') && last?.isSymbolicLink() !== true;
}
