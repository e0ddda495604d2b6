import { statSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailable, type Store } from '../application/ports/store.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';

/**
 * Opens the store once. A store that was opened for reading is opened again for writing. What failed or was not there yet is
 * looked for again by the next call: a server may be older than the store, or than the repository. A store that stands
 * still serves one call: it holds no lock, and is closed when nobody reads from it any more, by the garbage collector.
 */
export class Stores {
  readonly #find: () => Promise<string | Refusal>;
  #directory: string | Refusal;
  readonly #open = new Map<'read' | 'write', Promise<Store>>();
  /** Opened on a file that has another in its place now; others may still be reading from them. */
  readonly #left: Promise<Store>[] = [];
  #file: string | undefined;

  constructor(directory: string | Refusal, find: () => Promise<string | Refusal>) {
    this.#directory = directory;
    this.#find = find;
  }

  async open(mode: 'read' | 'write'): Promise<Store | Refusal> {
    const directory = await this.directory();
    if (isRefusal(directory)) return directory;
    this.#leaveReplaced(directory);
    const kept = this.#kept(mode);
    if (kept !== undefined) return kept;
    const { hasStore, openStore } = await import('../adapters/storage/open-store.js');
    const ask = { directory, create: mode === 'write' };
    if (mode === 'read' && this.#kept(mode) === undefined && !(await hasStore(directory))) return openStore(ask);
    return this.#kept(mode) ?? this.#keep(mode, openStore(ask));
  }

  /** For writing where there is room to, else for reading: who asks is answered on a full disk too. */
  async openToLook(): Promise<Store | Refusal> {
    try {
      return await this.open('write');
    } catch (error) {
      if (error instanceof StoreUnavailable && error.kind === 'full') return this.open('read');
      throw error;
    }
  }

  async directory(): Promise<string | Refusal> {
    if (isRefusal(this.#directory)) this.#directory = await this.#find();
    return this.#directory;
  }

  /** A database that was restored or lost meanwhile is another file: what is written to the old one is written to nowhere. */
  #leaveReplaced(directory: string): void {
    const file = fileOf(directory);
    if (file === this.#file) return;
    // The first call may be the one that makes it.
    if (this.#file !== undefined) {
      this.#left.push(...this.#open.values());
      this.#open.clear();
    }
    this.#file = file;
  }

  /** Uses the store if it was opened; otherwise nothing happens. */
  async ifOpen(use: (store: Store, directory: string) => Promise<void>): Promise<void> {
    const store = (await this.#opened())[0];
    if (store !== undefined && !isRefusal(this.#directory)) await use(store, this.#directory);
  }

  async close(): Promise<void> {
    for (const store of await this.#opened()) await store.close();
  }

  async #opened(): Promise<readonly Store[]> {
    const settled = await Promise.allSettled(new Set([...this.#open.values(), ...this.#left]));
    return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  }

  #kept(mode: 'read' | 'write'): Promise<Store> | undefined {
    return this.#open.get('write') ?? this.#open.get(mode);
  }

  #keep(mode: 'read' | 'write', opening: Promise<Store>): Promise<Store> {
    this.#open.set(mode, opening);
    opening.then(
      (store) => store.standsStill === true && this.#open.delete(mode),
      () => this.#open.delete(mode),
    );
    return opening;
  }
}

/** What the name of the database leads to now; undefined where there is none. */
function fileOf(directory: string): string | undefined {
  try {
    const found = statSync(join(directory, 'countersign.db'), { throwIfNoEntry: false });
    return found === undefined ? undefined : `${found.dev} ${found.ino}`;
  } catch {
    // Whoever opens it says what is wrong.
    return undefined;
  }
}
