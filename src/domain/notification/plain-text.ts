/** Control, format, private and unassigned characters, half surrogates, and every kind of space and line end. */
const unsafe = /[\p{C}\p{Z}]+/gu;

/**
 * Words that look like a credential. What is told leaves the machine: a title or a reason that holds one must not carry it out.
 */
const credentials = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----.*/gu,
  /\b(?:countersign_(?:agent|human)|whsec|gh[opsur]|github_pat|glpat|npm|xox[abeoprs]|[rs]k_(?:live|test)|sk)[-_][\w-]{16,}/gu,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/gu,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/gu,
  /(?<=\b(?:[Bb]earer|[Bb]asic) )[\w.~+/=-]{16,}/gu,
  /(?<=:\/\/[^\s/:@]{0,64}:)[^\s/@]+(?=@)/gu,
];

/**
 * One line of at most `longest` characters that moves no cursor, starts no line, hides nothing and carries no credential,
 * whatever the text was. Spaces of any kind become one space.
 */
export function plainLine(text: string, longest: number): string {
  // Looking for credentials in all of a very long text would take time that nobody gains by.
  const line = text
    .slice(0, 8 * longest + 512)
    .replace(unsafe, ' ')
    .trim();
  const safe = credentials.reduce((kept, pattern) => kept.replace(pattern, '[redacted]'), line);
  const characters = Array.from(safe);
  return characters.length <= longest ? safe : `${characters.slice(0, longest - 1).join('')}…`;
}
