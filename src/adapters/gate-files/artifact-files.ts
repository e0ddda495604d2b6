import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { largestArtifact, type ArtifactFiles } from '../../application/ports/gate-agents.js';
import { isGitDirectoryName } from '../../domain/model/git-directory-name.js';
import { isInside } from '../user-config/inside.js';

/** Nothing that could be put there meanwhile is followed, or waited for. */
const careful = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Files below the top of a worktree. No link on the way is followed: it could lead out of the repository. */
export function artifactFiles(top: string): ArtifactFiles {
  return {
    read: async (path) => {
      try {
        return (await staysInside(top, path)) ? await contentOf(join(top, path)) : undefined;
      } catch (error) {
        if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error) ?? '')) return undefined;
        throw new Error(`the artifact ${path} cannot be read: ${messageOf(error)}`, { cause: error });
      }
    },
    write: async (path, content) => {
      try {
        if (!(await staysInside(top, path)))
          throw new Error('a link on the way leads elsewhere, or the path into a git directory');
        const file = join(top, path);
        await mkdir(dirname(file), { recursive: true });
        await replace(file, content);
        return undefined;
      } catch (error) {
        return `${path} was not written: ${messageOf(error)}`;
      }
    },
  };
}

/** Of a file that is too long for an artifact only enough to be another one. Undefined for what is no file. */
async function contentOf(file: string): Promise<Uint8Array | undefined> {
  return withFile(file, constants.O_RDONLY, async (handle, stats) => {
    if (!stats.isFile()) return undefined;
    const buffer = Buffer.alloc(Math.min(stats.size, largestArtifact + 1));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  });
}

async function replace(file: string, content: Uint8Array): Promise<void> {
  await withFile(file, constants.O_CREAT | constants.O_WRONLY, async (handle, stats) => {
    if (!stats.isFile()) throw new Error('what stands there is no file');
    await handle.truncate();
    await handle.writeFile(content);
  });
}

async function withFile<T>(file: string, flags: number, use: (handle: FileHandle, stats: Stats) => Promise<T>) {
  const handle = await open(file, flags | careful);
  try {
    return await use(handle, await handle.stat());
  } finally {
    await handle.close();
  }
}

/**
 * Whether the nearest directory that is there really lies below the top, no part of the way is a git directory, and what stands at the end
 * is no link.
 */
async function staysInside(top: string, path: string): Promise<boolean> {
  const root = await realpath(top);
  const file = join(root, path);
  let at = dirname(file);
  while ((await standing(at)) === undefined) at = dirname(at);
  const real = await realpath(at);
  const parts = [...path.split('/'), ...relative(root, real).split(sep)];
  return isInside(real, root) && !parts.some(isGitDirectoryName) && (await standing(file))?.isSymbolicLink() !== true;
}

async function standing(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
