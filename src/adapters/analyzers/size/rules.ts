import type { RuleDoc } from '../rule-catalogue.js';

/** A file is long above this many lines; a function is complex above this many paths. */
export const maxLines = 1_000;
export const maxComplexity = 25;
/** Growth below this many lines, or paths, of what was too large already is not the change's doing. */
export const growth = { lines: 100, complexity: 3 };

export const sizeRules: readonly RuleDoc[] = [
  {
    id: 'size/file',
    role: 'auditor',
    severity: 'minor',
    languages: ['typescript', 'tsx', 'javascript', 'python', 'go', 'shell', 'unsupported'],
    title: 'A program file became very long',
    why: `More than ${maxLines} lines, ${growth.lines} of them new: nobody holds it in mind. Silent on tests, generated and vendored files.`,
    remedy: 'Move what belongs together into a file of its own.',
  },
  {
    id: 'complexity/function',
    role: 'auditor',
    severity: 'minor',
    languages: ['typescript', 'tsx', 'javascript', 'python', 'go'],
    title: 'A function became hard to follow',
    why: `More than ${maxComplexity} ways through one function, and the change added to them: no test covers them all. Silent where the change left it no worse.`,
    remedy: 'Give the cases names: one function for each, or a table.',
  },
];
