/** More than the findings of any one review; 2^20, so that places of 2^33 reviews are exact numbers. */
export const PLACES = 1_048_576;

/**
 * Key of a finding: from the last to the first, the findings of the newest review come first, and those of one review in
 * the order in which it holds them.
 */
export function placeOf(reviewNumber: number, ordinal: number): number {
  if (ordinal >= PLACES) throw new RangeError(`a review has at most ${PLACES} findings`);
  return reviewNumber * PLACES + PLACES - 1 - ordinal;
}
