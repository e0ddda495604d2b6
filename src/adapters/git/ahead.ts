import type { RunningGit } from './git-process.js';
import { inView, type View } from './view.js';
import { WaitingComparison } from './waiting-comparison.js';
import { WaitingGit } from './waiting-git.js';
import type { RawEntry } from './written-files.js';

/** Gits that wait to be told which two trees to compare, and what to hash. */
export interface DiffAhead {
  readonly diff: RunningGit;
  readonly patchId: RunningGit;
}

/** Changes that are read when one goes on from another: the whole, and what is new in it. */
const diffs = 2;

/**
 * What a change that goes on from an open one will be read with, started while nobody waits for it. To start a process holds up this
 * one as long as git then takes.
 */
export class Ahead {
  readonly #diffs: readonly { readonly diff: WaitingGit; readonly patchId: WaitingGit }[];
  readonly #listing: WaitingComparison;

  /** `options`: those of a diff. */
  constructor(view: View, options: readonly string[]) {
    const waiting = (...args: string[]) => new WaitingGit(inView(view, ...args));
    this.#diffs = Array.from({ length: diffs }, () => ({
      diff: waiting('diff-tree', '--stdin', '-r', ...options),
      patchId: waiting('patch-id', '--stable'),
    }));
    this.#listing = new WaitingComparison((...args) => inView(view, ...args));
  }

  getReady(): void {
    for (const { diff, patchId } of this.#diffs) {
      diff.getReady();
      patchId.getReady();
    }
    this.#listing.getReady();
  }

  /** One that waits, for one change; undefined where none does. */
  takeDiff(): DiffAhead | undefined {
    for (const { diff, patchId } of this.#diffs) {
      const [first, second] = [diff.take(), patchId.take()];
      if (first !== undefined && second !== undefined) return { diff: first, patchId: second };
      [first, second].forEach((each) => each?.child.kill());
    }
    return undefined;
  }

  /** What differs between two trees; undefined where no git waits, or it cannot read one of them. */
  async entriesBetween(before: string, after: string): Promise<readonly RawEntry[] | undefined> {
    return this.#listing.isReady ? this.#listing.between(before, after) : undefined;
  }

  async drop(): Promise<void> {
    const all = [...this.#diffs.flatMap(({ diff, patchId }) => [diff, patchId]), this.#listing];
    await Promise.all(all.map((each) => each.drop()));
  }
}

/** The pieces of a stream behind what it has to begin with; `undefined` instead of the first where it begins otherwise. */
export async function* behind(beginning: string, stream: AsyncIterable<unknown>): AsyncGenerator<Buffer | undefined> {
  const expected = Buffer.from(beginning);
  let head: Buffer | undefined = beginning === '' ? undefined : Buffer.alloc(0);
  for await (const bytes of stream) {
    if (!Buffer.isBuffer(bytes)) throw new TypeError('A pipe without an encoding gives buffers.');
    if (head === undefined) {
      yield bytes;
      continue;
    }
    head = Buffer.concat([head, bytes]);
    if (head.length < expected.length) continue;
    if (!head.subarray(0, expected.length).equals(expected)) break;
    const rest = head.subarray(expected.length);
    head = undefined;
    if (rest.length > 0) yield rest;
  }
  if (head !== undefined) yield undefined;
}
