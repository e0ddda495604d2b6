/** The middle of the values; of an even number, the upper of the two. */
export function median(values) {
  return [...values].sort((one, other) => one - other)[values.length >> 1];
}
