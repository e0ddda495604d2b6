import type { GitCall } from './git-process.js';
import { WaitingGit } from './waiting-git.js';
import { readRawEntries, type RawEntry } from './written-files.js';

/** A git that waits to be told which two trees to compare. */
export class WaitingComparison {
  readonly #git: WaitingGit;

  /** `call`: where it compares. */
  constructor(call: (...args: string[]) => GitCall) {
    this.#git = new WaitingGit(call('diff-tree', '--stdin', '-r', '-z', '--raw', '--no-abbrev', '--no-renames'));
  }

  getReady(): void {
    this.#git.getReady();
  }

  get isReady(): boolean {
    return this.#git.isReady;
  }

  /** What differs between two trees; undefined where git cannot read one of them, of which it says nothing. */
  async between(before: string, after: string): Promise<readonly RawEntry[] | undefined> {
    const line = announcement(before, after);
    const told = await this.#git.run(line);
    if (!told.subarray(0, line.length).equals(Buffer.from(line))) return undefined;
    return readRawEntries(told.subarray(line.length));
  }

  drop(): Promise<void> {
    return this.#git.drop();
  }
}

/** What tells a waiting `diff-tree` which trees to compare, and what it says before it tells. */
export function announcement(before: string, after: string): string {
  return `${before} ${after}\n`;
}
