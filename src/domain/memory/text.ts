/** Longest text of others that the memory repeats, in characters: enough to say what, not enough to talk a reader round. */
const longest = 200;

/** One line of a text of others, not longer than the memory repeats. */
export function clipped(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}
