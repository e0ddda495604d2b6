import { anythingWaits, spoolPlaces } from '../adapters/spool/places.js';
import { StoreUnavailable, type Store } from '../application/ports/store.js';
import { withAppend } from '../application/spool/once.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import type { OrKeep, Watch } from './local.js';
import type { Start } from './store-directory.js';

/** The spool of a store. What keeps and what records is loaded when it is needed: hardly ever. */
export class LocalSpool {
  readonly #start: Start;
  readonly #directory: () => Promise<string | Refusal>;
  #draining: Promise<void> | undefined;
  #known: { readonly directory: string; readonly places: readonly string[] } | undefined;

  constructor(start: Start, directory: () => Promise<string | Refusal>) {
    this.#start = start;
    this.#directory = directory;
  }

  readonly orKeep: OrKeep = async (asked, { context }, call) => {
    const seen = { wrote: false };
    const watch: Watch = (store) =>
      withAppend(store, async (append) => {
        const done = await store.append(append);
        seen.wrote ||= done.outcome === 'appended';
        return done;
      });
    try {
      return await call(watch);
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || seen.wrote) throw error;
      const directory = await this.#directory();
      if (isRefusal(directory)) throw error;
      const { keep } = await import('./spool-keep.js');
      return keep(this.#start, { asked, context, places: this.#places(directory), outage: error });
    }
  };

  /**
   * Records what waits, before anything else is recorded. Throws `StoreUnavailable` where the store fails again; a question
   * is then answered from what is recorded, and doesn't wait long for a store that is busy.
   */
  async drain(store: Store, mode: 'read' | 'write'): Promise<void> {
    const directory = await this.#directory();
    if (isRefusal(directory)) return;
    const places = this.#places(directory);
    if (!anythingWaits(places)) return;
    this.#draining ??= import('./spool-drain.js')
      .then(({ drain, drainShortly }) =>
        mode === 'write'
          ? drain(this.#start, { store, directory, places })
          : drainShortly(this.#start, { directory, places }),
      )
      .finally(() => {
        this.#draining = undefined;
      });
    await this.#draining;
  }

  /** Asked at every call, of one directory. */
  #places(directory: string): readonly string[] {
    if (this.#known?.directory !== directory) {
      this.#known = { directory, places: spoolPlaces(directory, this.#start.env) };
    }
    return this.#known.places;
  }
}
