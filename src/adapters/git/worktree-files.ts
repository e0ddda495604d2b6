import { constants, type Stats } from 'node:fs';
import { access, lstat, readdir } from 'node:fs/promises';

/** `lstat` that does not pass through a symlink on the way either; undefined when nothing of the worktree is there. */
export class WorktreeFiles {
  readonly #top: Buffer;
  readonly #directories = new Map<string, Promise<boolean>>();

  constructor(top: string) {
    this.#top = Buffer.from(`${top}/`);
  }

  absolute(path: Buffer): Buffer {
    return Buffer.concat([this.#top, path]);
  }

  async look(path: Buffer): Promise<Stats | undefined> {
    const slash = path.lastIndexOf(0x2f);
    if (slash >= 0 && !(await this.#isDirectory(path.subarray(0, slash)))) return undefined;
    return this.#lstat(path);
  }

  #isDirectory(path: Buffer): Promise<boolean> {
    const key = path.toString('latin1');
    const known = this.#directories.get(key);
    if (known !== undefined) return known;
    const answer = this.look(path).then((stats) => stats?.isDirectory() === true);
    this.#directories.set(key, answer);
    return answer;
  }

  async #lstat(path: Buffer): Promise<Stats | undefined> {
    try {
      return await lstat(this.absolute(path));
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
        return undefined;
      }
      throw error;
    }
  }

  async isReadable(path: Buffer): Promise<boolean> {
    return access(this.absolute(path), constants.R_OK).then(
      () => true,
      () => false,
    );
  }

  /** Files and symlinks below a directory, without what a `.git` in it holds. */
  async walk(directory: Buffer): Promise<Buffer[]> {
    const found: Buffer[] = [];
    const entries = await readdir(this.absolute(directory), { withFileTypes: true, encoding: 'buffer' });
    for (const entry of entries) {
      const path = Buffer.concat([directory, Buffer.from('/'), entry.name]);
      if (entry.name.equals(Buffer.from('.git'))) continue;
      if (entry.isDirectory()) found.push(...(await this.walk(path)));
      else if (entry.isFile() || entry.isSymbolicLink()) found.push(path);
    }
    return found;
  }
}
