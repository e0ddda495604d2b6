/** How many commits one message may say that it reverts: a flood of words costs no flood of look-ups. */
const most = 50;

const id = '[0-9a-f]{7,64}';
const line = new RegExp(`^This reverts commits? (${id}(?:(?:,| and|, and)? ${id})*)\\b`, 'gmu');

/**
 * Commits that the message of a commit says it reverts, as `git revert` writes it; of a merge the merge. What is quoted or indented is
 * said by nobody.
 */
export function revertedIn(message: string): readonly string[] {
  const found = [...message.matchAll(line)].flatMap(([, ids = '']) => ids.match(new RegExp(id, 'gu')) ?? []);
  return [...new Set(found)].slice(0, most);
}
