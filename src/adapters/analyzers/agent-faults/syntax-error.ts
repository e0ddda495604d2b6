import { touchesRange } from '../../../domain/model/change.js';
import type { Hit } from '../analyzer.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { endLineOf, lineOf } from '../syntax/tree.js';
import type { ChangeRule, ParsedFile } from './fault-rule.js';

/** The part of `syntax/error` that needs a tree; TypeScript, JavaScript and Python have compilers of their own for it. */
export const syntaxErrorDoc: RuleDoc = {
  id: 'syntax/error',
  role: 'core-developer',
  severity: 'critical',
  languages: ['go', 'shell'],
  title: 'The file does not parse',
  why: 'It cannot run. Silent where the base had errors as well, since then the grammar may not know the dialect.',
  remedy: 'Mend the syntax.',
};

export const syntaxError: ChangeRule = {
  doc: syntaxErrorDoc,
  judge: ({ files }) => files.flatMap((parsed) => errorsOf(parsed)),
};

function errorsOf({ file, base, head }: ParsedFile): readonly Hit[] {
  if (head === undefined || base === undefined || !isCertain(file.path, file.language)) return [];
  if (base.tree.broken().length > 0) return [];
  const [first] = head.tree
    .broken()
    .filter(
      (node) =>
        touchesRange(file.entry.addedLines, lineOf(node), endLineOf(node)) || file.entry.deletedLines.length > 0,
    );
  if (first === undefined) return [];
  return [
    {
      rule: syntaxErrorDoc.id,
      severity: 'critical',
      file: file.path,
      side: 'head',
      line: lineOf(first),
      message: 'The file parsed before the change and does not any more. Mend the syntax around this line.',
    },
  ];
}

/** Dialects such as zsh and bats are read with the grammar of bash, which does not know all of them. */
function isCertain(path: string, language: string): boolean {
  return language === 'go' || (language === 'shell' && !/\.(zsh|ksh|bats|fish)$|(^|\/)\.?z\w+$/.test(path));
}
