/** A ULID's first ten characters are its millisecond; two more tell ids of one millisecond apart. */
const usual = 12;

/** The shortest first letters, at least 12, that name each id alone among the given ones. */
export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(ids)].sort();
  const short = new Map<string, string>();
  for (const [index, id] of sorted.entries()) {
    const shared = Math.max(sharedPrefix(id, sorted[index - 1]), sharedPrefix(id, sorted[index + 1]));
    short.set(id, id.slice(0, Math.max(usual, shared + 1)));
  }
  return short;
}

function sharedPrefix(a: string, b: string | undefined): number {
  if (b === undefined) return 0;
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
