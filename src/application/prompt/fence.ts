/**
 * Marks text that nobody vouches for. The fence is random for each prompt, so that no text can end its own block (SPEC 2,
 * rule 11).
 */
export function fenced(fence: string, label: string, text: string): string {
  if (text.includes(fence)) throw new Error('a fence that occurs in the text it encloses is none');
  return `BEGIN ${fence} ${label}\n${text}\nEND ${fence}`;
}

/**
 * One line of untrusted text. What would begin another line, move the cursor, reverse or hide text stands as `\u{…}`: the
 * reviewer sees that it is there.
 */
export function visible(line: string): string {
  return line.replace(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Controls but the tab, separators of lines, invisible and direction-changing characters, lone surrogates. */
const hidden =
  /(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u180e|\u3164|\uffa0|[\u{e0000}-\u{e007f}]/gu;
