import type { Numbered } from '../read-models/projection.js';

const CAPACITY = 8;

/**
 * Folded states of the streams last written, by the hash of their last event: a hash stands for exactly one history, so an
 * entry is never stale. It spares an append the reading and parsing of the whole inventory of its change.
 */
export class ReviewCache {
  readonly #reviews = new Map<string, Numbered>();

  get(hash: string): Numbered | undefined {
    return this.#reviews.get(hash);
  }

  /** Puts the state after `hash` in the place of the one after `previous`. */
  replace(previous: string, hash: string, review: Numbered): void {
    this.#reviews.delete(previous);
    this.#reviews.set(hash, review);
    const oldest = this.#reviews.keys().next();
    if (this.#reviews.size > CAPACITY && oldest.done !== true) this.#reviews.delete(oldest.value);
  }
}
