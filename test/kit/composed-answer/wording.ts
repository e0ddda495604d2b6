import type { Severity } from '../../../src/domain/model/verdict.js';

/** A finding before it is written down in some form. */
export interface Claim {
  readonly file: string;
  readonly line: number;
  readonly endLine?: number;
  readonly severity: Severity;
  readonly message: string;
  readonly suggestion: string;
}

/** Words for each degree, as SPEC 1 and reviewers' habits have them. */
export const degreeWords: Readonly<Record<Severity, readonly string[]>> = {
  critical: ['critical', 'high', 'blocker', 'blocking', 'severe'],
  important: ['important', 'major', 'medium', 'moderate', 'warning'],
  minor: ['minor', 'low', 'nit', 'suggestion', 'info'],
};
const degreeTags: Readonly<Record<Severity, string>> = { critical: 'P1', important: 'P2', minor: 'P3' };
const degreeSigns: Readonly<Record<Severity, string>> = { critical: '🔴', important: '🟠', minor: '🔵' };

/** How a degree can be written. `clear`: it needs no sign after it to be told from the words that follow. */
export interface DegreeForm {
  readonly clear: boolean;
  readonly write: (word: string, severity: Severity) => string;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const degreeForms: Readonly<Record<string, DegreeForm>> = {
  bold: { clear: true, write: (word) => `**${word}**` },
  'bold capital': { clear: true, write: (word) => `**${capital(word)}**` },
  'bold with colon inside': { clear: true, write: (word) => `**${capital(word)}:**` },
  underscored: { clear: true, write: (word) => `__${capital(word)}__` },
  italic: { clear: true, write: (word) => `*${capital(word)}*` },
  brackets: { clear: true, write: (word) => `[${word}]` },
  'capital brackets': { clear: true, write: (word) => `[${word.toUpperCase()}]` },
  'bold brackets': { clear: true, write: (word) => `**[${capital(word)}]**` },
  parentheses: { clear: true, write: (word) => `(${word})` },
  code: { clear: true, write: (word) => `\`${word}\`` },
  sign: { clear: true, write: (_word, severity) => degreeSigns[severity] },
  'sign and word': { clear: true, write: (word, severity) => `${degreeSigns[severity]} **${capital(word)}**` },
  'tag in brackets': { clear: true, write: (_word, severity) => `[${degreeTags[severity]}]` },
  'bold tag': { clear: true, write: (_word, severity) => `**${degreeTags[severity]}**` },
  tag: { clear: false, write: (_word, severity) => degreeTags[severity] },
  word: { clear: false, write: (word) => word },
  capital: { clear: false, write: capital },
  shouted: { clear: false, write: (word) => word.toUpperCase() },
  'with noun': { clear: false, write: (word) => `${capital(word)} severity` },
  'bold with noun': { clear: true, write: (word) => `**${capital(word)} priority**` },
  labelled: { clear: false, write: (word) => `Severity: ${word}` },
  'bold label': { clear: false, write: (word) => `**Severity:** ${capital(word)}` },
};

/** How a place can be written. `lines: false`: the form names the file only. */
export interface PlaceForm {
  readonly lines?: false;
  readonly write: (file: string, line: number, endLine: number | undefined) => string;
}

const dashed = (line: number, endLine: number | undefined): string =>
  endLine === undefined ? `${line}` : `${line}-${endLine}`;
const hashed = (line: number, endLine: number | undefined): string =>
  endLine === undefined ? `L${line}` : `L${line}-L${endLine}`;
const inWords = (line: number, endLine: number | undefined): string =>
  endLine === undefined ? `line ${line}` : `lines ${line}-${endLine}`;

export const placeForms: Readonly<Record<string, PlaceForm>> = {
  code: { write: (file, line, end) => `\`${file}:${dashed(line, end)}\`` },
  bare: { write: (file, line, end) => `${file}:${dashed(line, end)}` },
  bold: { write: (file, line, end) => `**${file}:${dashed(line, end)}**` },
  'bold code': { write: (file, line, end) => `**\`${file}:${dashed(line, end)}\`**` },
  'bold file': { write: (file, line, end) => `**${file}**:${dashed(line, end)}` },
  'code file': { write: (file, line, end) => `\`${file}\`:${dashed(line, end)}` },
  anchor: { write: (file, line, end) => `${file}#${hashed(line, end)}` },
  'code anchor': { write: (file, line, end) => `\`${file}#${hashed(line, end)}\`` },
  brackets: { write: (file, line, end) => `[${file}:${dashed(line, end)}]` },
  parentheses: { write: (file, line, end) => `(${file}:${dashed(line, end)})` },
  'line in parentheses': { write: (file, line, end) => `${file} (${inWords(line, end)})` },
  'code and line in parentheses': { write: (file, line, end) => `\`${file}\` (${inWords(line, end)})` },
  'L in parentheses': { write: (file, line, end) => `\`${file}\` (${hashed(line, end)})` },
  'file line': { write: (file, line, end) => `${file} ${inWords(line, end)}` },
  'file, line': { write: (file, line, end) => `\`${file}\`, ${inWords(line, end)}` },
  'file L': { write: (file, line, end) => `\`${file}\` ${hashed(line, end)}` },
  'file:L': { write: (file, line, end) => `${file}:${hashed(line, end)}` },
  'line of file': { write: (file, line, end) => `${inWords(line, end)} of ${file}` },
  'Line of code file': {
    write: (file, line, end) => `${capital(inWords(line, end))} of \`${file}\``,
  },
  'in file at line': { write: (file, line, end) => `in \`${file}\` at ${inWords(line, end)}` },
  link: { write: (file, line, end) => `[${file}:${dashed(line, end)}](https://example.org/x)` },
  'link with anchor': {
    write: (file, line, end) => `[${file}](https://github.com/o/r/blob/main/${file}#${hashed(line, end)})`,
  },
  'link of code': { write: (file, line, end) => `[\`${file}:${dashed(line, end)}\`](${file}#${hashed(line, end)})` },
  'at sign': { write: (file, line, end) => `${file} @ ${dashed(line, end)}` },
  'file alone': { lines: false, write: (file) => `\`${file}\`` },
};

export const files = [
  'src/sum.ts',
  'lib/data/store.py',
  'internal/cache/lru.go',
  'app/models/user.rb',
  'README.md',
  'packages/web-ui/src/App.vue',
  '.github/workflows/ci.yml',
  'crates/core/src/main.rs',
  'config.yaml',
  'src/app/[id]/page.tsx',
] as const;

/** What can be wrong: with code, colons, dashes, quotation marks, and words that mean a degree or a verdict elsewhere. */
export const messages = [
  'the total is read before it is written.',
  'Retry loop never ends - the counter is reset on each pass',
  '`sum()` overflows: a 32-bit counter wraps after many items',
  'Null dereference when `user` is undefined — happens for guests',
  'missing `await`, so the error is swallowed',
  'SQL is built by string concatenation; use parameters instead.',
  "The lock isn't released in the error path (see `close()`).",
  'Off-by-one: `i <= n` reads past the end',
  'Race between `read()` and `write()`; two workers can take the same job.',
  "Tests don't cover the empty input",
  'Path traversal: `../` in the name escapes the root',
  'cache key ignores the tenant',
  'error handling: the promise is not awaited, rejections are lost',
  'Typo in the log message: "recieved"',
  'This is called before `init` has finished.',
  'High memory use: the whole file is read at once',
  'Critical section is entered twice by the same thread',
  'Warning text is printed on every request',
  'should reject an empty token instead of accepting it',
  'Users can approve their own request',
  'No bounds check on `index`',
  'Nothing stops two callers from writing at once',
  'The new flag `--force` is never read. Callers who set it get the old behaviour.',
  'Timeout of 30 s: far too long for a health check – callers give up after 5 s',
  'the name misleads',
  'Dead code is kept',
  'Password is written to the log in plain text',
  'N+1 query: one `SELECT` per row',
] as const;

export const suggestions = [
  'take the lock in a `finally` block.',
  'Use a parameterised query',
  'Check for an empty list first: `if (n === 0) return 0;`',
  'Move the read after the write.',
] as const;
