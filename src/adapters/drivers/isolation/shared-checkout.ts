import type { FrozenChange } from '../../../application/ports/repository.js';
import type { SeatFailure } from '../../../domain/model/seat.js';
import { checkOutHead, type Checkout } from './checkout.js';

/** One seat's use of the checkout. */
export interface CheckoutUse {
  /** Written at the first call. */
  readonly get: () => Promise<Checkout>;
  /** Why what the seat read is not known to be the head; undefined when it is, or when the seat read nothing. */
  readonly touched: () => Promise<SeatFailure | undefined>;
}

/**
 * The head on disk for all seats of a review. Written once, when the first seat asks; when somebody touched it, those who used it have
 * no opinion on this content, and the next one gets a new checkout.
 */
export class SharedCheckout {
  readonly #frozen: FrozenChange;
  readonly #all: Promise<Checkout>[] = [];
  #current: Promise<Checkout> | undefined;

  constructor(frozen: FrozenChange) {
    this.#frozen = frozen;
  }

  use(): CheckoutUse {
    let used: Promise<Checkout> | undefined;
    return {
      get: () => (used ??= this.#fresh()),
      touched: async () => {
        if (used === undefined || (await used).intact()) return undefined;
        if (this.#current === used) this.#current = undefined;
        const detail = 'the read-only checkout was changed while the reviewer worked: it may have read other content';
        return { kind: 'refused_by_sandbox', detail };
      },
    };
  }

  async remove(): Promise<void> {
    for (const checkout of await Promise.allSettled(this.#all))
      if (checkout.status === 'fulfilled') await checkout.value.remove();
  }

  #fresh(): Promise<Checkout> {
    if (this.#current === undefined) {
      this.#current = checkOutHead(this.#frozen);
      this.#all.push(this.#current);
    }
    return this.#current;
  }
}
