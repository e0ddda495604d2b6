import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { chmod, lstat, mkdir, open, realpath, rename, rm, writeFile } from 'node:fs/promises';
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
  const handle = await open(file, constants.O_RDONLY | careful);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return undefined;
    const buffer = Buffer.alloc(Math.min(stats.size, largestArtifact + 1));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * A new file in the place of the old one, whole or not at all. The old one may have a second name elsewhere (a hard link), and what
 * stands there was let through by nobody.
 */
async function replace(file: string, content: Uint8Array): Promise<void> {
  const before = await standing(file);
  if (before !== undefined && !before.isFile()) throw new Error('what stands there is no file');
  const made = join(dirname(file), `.${randomUUID()}`);
  try {
    await writeFile(made, content, { flag: 'wx', flush: true });
    if (before !== undefined) await chmod(made, before.mode & 0o777);
    await rename(made, file);
  } catch (error) {
    await rm(made, { force: true });
    throw error;
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
