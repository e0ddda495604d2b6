/** Where something stands in a file of settings, in words: `paths.1.glob`. Entries of lists are counted from 1, as in the ids of rules. */
export function dottedKey(path: readonly PropertyKey[]): string {
  return path.map((step) => (typeof step === 'number' ? step + 1 : String(step))).join('.');
}
