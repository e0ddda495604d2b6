import type { JournalStream } from '../../domain/model/event.js';
import type { ReceiptFor } from '../ports/receipts.js';
import type { Append, Appended, Store } from '../ports/store.js';

/** Somebody else has recorded the entry already. */
export class Repeated extends Error {
  override readonly name = 'Repeated';
}

/** The store for a use case that must take effect once: what it appends first comes with the receipt of the entry. */
export class OnceStore {
  readonly store: Store;
  readonly #raw: Store;
  readonly #entry: ReceiptFor;
  #wrote = false;

  constructor(raw: Store, entry: ReceiptFor) {
    this.#raw = raw;
    this.#entry = entry;
    this.store = withAppend(raw, (append) => this.#append(append));
  }

  /** Whether anything was recorded through it. */
  get wrote(): boolean {
    return this.#wrote;
  }

  async #append<S extends JournalStream>(append: Append<S>): Promise<Appended<S>> {
    if (this.#wrote) return this.#raw.append(append);
    const done = await this.#raw.receipts.append(append, this.#entry);
    if (done.outcome === 'repeated') throw new Repeated(`entry ${this.#entry.id} was recorded before`);
    if (done.outcome === 'appended') this.#wrote = true;
    return done;
  }
}

/** The same store with another way to append; methods keep the store they belong to. */
export function withAppend(store: Store, append: Store['append']): Store {
  return new Proxy(store, {
    get: (target, key) => {
      if (key === 'append') return append;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
