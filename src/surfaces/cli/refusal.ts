import type { Problem, Refusal } from '../../domain/model/refusal.js';
import { hanging } from './text/layout.js';
import { paintFor } from './text/paint.js';
import { printable } from './text/printable.js';
import type { Terminal } from './text/terminal.js';

/** A refusal as a person reads it: what happened, each problem at its place, what to do. */
export function refusalText(refusal: Refusal, terminal: Terminal): string {
  const paint = paintFor(terminal);
  const [first = '', ...rest] = hanging('error: ', refusal.message, terminal.columns);
  const lines = [first.replace(/^error:/u, paint.bad('error:')), ...rest];
  for (const problem of refusal.problems ?? []) lines.push(...problemLines(problem, terminal.columns));
  if (refusal.remedy !== undefined) lines.push(...hanging('', refusal.remedy, terminal.columns));
  return `${lines.join('\n')}\n`;
}

/** A refusal as the documented object (docs/json.md). */
export function refusalObject(refusal: Refusal): object {
  return {
    schema: 'countersign/refusal@1',
    code: refusal.code,
    message: refusal.message,
    remedy: refusal.remedy ?? null,
    problems: refusal.problems ?? [],
  };
}

/** `file:line:column key: message (expected …; did you mean …?)`. The place is kept on one line so that it can be clicked. */
function problemLines(problem: Problem, columns: number): string[] {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== undefined).join(':');
  const hints = [
    ...(problem.expected === undefined ? [] : [`expected ${problem.expected}`]),
    ...(problem.nearest === undefined ? [] : [`did you mean ${problem.nearest}?`]),
  ];
  const key = problem.key === undefined ? '' : `${problem.key}: `;
  const text = `${key}${problem.message}${hints.length === 0 ? '' : ` (${hints.join('; ')})`}`;
  if (place === '') return hanging('  ', text, columns);
  const [first, ...rest] = hanging('    ', text, columns);
  const together = `  ${printable(place)} ${(first ?? '').trimStart()}`;
  return together.length <= columns && rest.length === 0 ? [together] : [`  ${printable(place)}`, first ?? '', ...rest];
}
