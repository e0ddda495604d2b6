interface Delivery {
  /** Characters on a page, so that all pages of one reading are cut alike. */
  readonly pageLength: number;
  readonly missing: Set<number>;
}

/**
 * What of each packet this server handed out: an approval by somebody who did not fetch every page would claim to have seen
 * what was never shown (SPEC 2, rule 2).
 */
export class Delivered {
  readonly #deliveries = new Map<string, Delivery>();

  /** A review was started: all pages but the first are still to be fetched. */
  begin(review: string, pages: number, pageLength: number): void {
    const missing = new Set(Array.from({ length: pages - 1 }, (_, index) => index + 2));
    this.#deliveries.set(review, { pageLength, missing });
  }

  page(review: string, page: number): void {
    this.#deliveries.get(review)?.missing.delete(page);
  }

  /** The packet was read as a whole. */
  whole(review: string): void {
    this.#deliveries.get(review)?.missing.clear();
  }

  /** `review` may be the first letters of an id. */
  pageLength(review: string): number | undefined {
    return this.#find(review)?.pageLength;
  }

  /** Pages that nobody fetched of a review that was started here. */
  missing(review: string): readonly number[] {
    return [...(this.#find(review)?.missing ?? [])];
  }

  #find(review: string): Delivery | undefined {
    const letters = review.toLowerCase();
    return [...this.#deliveries].find(([id]) => id.toLowerCase().startsWith(letters))?.[1];
  }
}
