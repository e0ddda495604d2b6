import type { Receipt, ReceiptFor, ReceiptResult, Receipts } from '../../../application/ports/receipts.js';
import type { Append, Appended } from '../../../application/ports/store.js';
import type { JournalStream } from '../../../domain/model/event.js';
import { provisional } from './provisional.js';

type AppendToJournal = <S extends JournalStream>(append: Append<S>) => Promise<Appended<S>>;

/** Receipts that end with the process. */
export class MemoryReceipts implements Receipts {
  readonly #append: AppendToJournal;
  readonly #receipts = new Map<string, Receipt>();

  constructor(append: AppendToJournal) {
    this.#append = append;
  }

  async append<S extends JournalStream>(append: Append<S>, entry: ReceiptFor) {
    if (this.#receipts.has(entry.id)) return { outcome: 'repeated' } as const;
    const appended = await this.#append(append);
    if (appended.outcome === 'appended') this.#put(entry, provisional(append), append.at, append.stream);
    return appended;
  }

  settle({ entry, result, now, over }: Parameters<Receipts['settle']>[0]): Promise<void> {
    const known = this.#receipts.get(entry.id);
    if (known === undefined) this.#put(entry, result, now, null);
    else if (over) this.#receipts.set(entry.id, { ...known, result });
    return Promise.resolve();
  }

  find(id: string): Promise<Receipt | undefined> {
    return Promise.resolve(this.#receipts.get(id));
  }

  list(limit: number): Promise<readonly Receipt[]> {
    const receipts = [...this.#receipts.values()];
    receipts.sort((a, b) => b.settledAt - a.settledAt || (a.id < b.id ? 1 : -1));
    return Promise.resolve(receipts.slice(0, limit));
  }

  #put({ id, verb, at }: ReceiptFor, result: ReceiptResult, settledAt: number, stream: string | null): void {
    this.#receipts.set(id, { id, verb, handedInAt: at, settledAt, stream, result });
  }
}
