import { stem } from './match-stem.js';

/** Words of one concern of code review, as different reviewers put it. The first word names the concern. */
const concerns: readonly string[] = [
  'null nil undefined none npe nullpointer nullable optional dereference missing absent',
  'crash throw throws raise raises exception panic fail fails typeerror error abort',
  'race concurrent concurrency atomic toctou simultaneous lock locking parallel thread deadlock',
  'typo misspelled misspelling spelling misspell rename naming named grammar',
  'security vulnerability inject injection xss csrf ssrf sanitize escape bypass unsafe attacker exploit',
  'performance slow inefficient expensive quadratic redundant unnecessary wasteful',
  'test tests testing flaky assertion assert assertions mock coverage',
  'documentation doc docs comment comments javadoc docstring jsdoc readme',
  'wrong incorrect incorrectly mistakenly mistaken erroneous erroneously improper inverted reversed swapped',
  'copy paste copypaste copied',
  'unused dead unreachable never',
  'duplicate duplicated dedup deduplicate repeated twice duplicates',
  'casing case lowercase uppercase insensitive sensitive capitalization',
  'leak leaks leaking exposed expose exposure',
  'index indexing slice slicing offset bounds',
  'translation translate translated locale language',
  'compile compilation typescript signature interface',
  'return returns returning returned',
  'await async promise unawaited',
  'validation validate validates validating check checks checking guard verify',
  'removal remove removed delete deleted deleting removing deletes',
];

/** Concern by stem. */
export const concernOf: ReadonlyMap<string, string> = new Map(
  concerns.flatMap((line) => {
    const words = line.split(' ');
    const [name = ''] = words;
    return words.map((word): [string, string] => [stem(word), name]);
  }),
);
