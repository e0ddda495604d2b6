import { SpoolUnavailable, type Spool, type SpoolStatus, type Taken } from '../../application/ports/spool.js';
import type { SealedEntry } from '../../domain/model/spool.js';
import { inOrder } from '../../domain/spool/line.js';

/** A spool that ends with the process, for tests and simulations. @public */
export class MemorySpool implements Spool {
  readonly #limit: number;
  #waiting: SealedEntry[] = [];
  #batch: readonly SealedEntry[] = [];
  readonly #setAside: string[] = [];

  constructor({ limit = Infinity }: { readonly limit?: number } = {}) {
    this.#limit = limit;
  }

  keep(entry: SealedEntry): Promise<void> {
    if (this.#waiting.length >= this.#limit) return Promise.reject(new SpoolUnavailable('the spool is full'));
    this.#waiting.push(entry);
    return Promise.resolve();
  }

  waits(): boolean {
    return this.#waiting.length + this.#batch.length > 0;
  }

  take(): Promise<Taken> {
    if (this.#batch.length === 0) {
      this.#batch = inOrder([this.#waiting]);
      this.#waiting = [];
    }
    const taken = this.#batch;
    const done: Taken['done'] = ({ unusable }) => {
      if (this.#batch === taken) {
        this.#batch = [];
        const spoilt = taken.filter(({ entry }) => unusable.has(entry.id));
        if (spoilt.length > 0) this.#setAside.push(`memory:${spoilt[0]?.entry.id ?? ''}`);
      }
      return Promise.resolve();
    };
    return Promise.resolve({ entries: taken, unreadable: 0, done });
  }

  status(): Promise<SpoolStatus> {
    const times = inOrder([this.#batch, this.#waiting]).map(({ entry }) => entry.at);
    const oldest = times.length === 0 ? null : Math.min(...times);
    return Promise.resolve({ waiting: times.length, oldest, unreadable: 0, setAside: this.#setAside });
  }
}
