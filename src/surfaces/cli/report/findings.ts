import type { ContestDocument, FindingDocument, ReviewDocument } from '../../../application/queries/document.js';
import { cut, wrapped } from '../text/layout.js';
import type { Paint } from '../text/paint.js';
import { printable, printableLines } from '../text/printable.js';
import { findingsByFile, settledWords } from './summary.js';

const quoteLines = 6;

/** Findings grouped by file, each with its place, code, message, suggestion and what became of it. */
export function findingLines(document: ReviewDocument, columns: number, paint: Paint): string[] {
  const lines: string[] = [];
  for (const [file, findings] of findingsByFile(document)) {
    if (lines.length > 0) lines.push('');
    lines.push(`  ${paint.strong(file === undefined ? '(the change as a whole)' : printable(file))}`);
    for (const finding of findings) lines.push(...oneFinding(finding, columns, paint));
  }
  return lines;
}

function oneFinding(finding: FindingDocument, columns: number, paint: Paint): string[] {
  const severity = paint.severity[finding.severity](finding.severity);
  const rule = printable(finding.rule ?? finding.category);
  const head = [placeOf(finding), severity, rule].filter((part) => part !== '').join('  ');
  const settled = settledWords(finding);
  const prose = (text: string): string[] => wrapped(text, columns - 6).map((line) => `      ${line}`.trimEnd());
  return [
    `    ${head}`,
    ...(settled === undefined ? [] : prose(settled).map(paint.unsure)),
    ...quoted(finding, columns).map(paint.faint),
    ...prose(finding.message),
    ...(finding.suggestion === undefined ? [] : prose(`Suggestion: ${finding.suggestion}`)),
    ...otherWordings(finding).flatMap((text) => prose(text)),
    ...(finding.contests ?? []).flatMap((contest) => prose(contestText(contest))),
    `      ${paint.faint(`finding ${printable(finding.id)}`)}`,
  ];
}

/** `file:line`, which terminals make clickable; a line of the base side is said in words, since the head has no such line. */
function placeOf(finding: FindingDocument): string {
  if (finding.file === undefined) return '';
  const file = printable(finding.file);
  if (finding.line === undefined || finding.line < 1) return file;
  if (finding.side === 'base') return `${file} (line ${finding.line} of the base)`;
  return `${file}:${finding.line}`;
}

function contestText({ by, argument, evidence, judge, judgement }: ContestDocument): string {
  const said = [argument, ...evidence].join('; ');
  const became =
    judgement === null ? `${judge} is to judge it` : `${judgement.outcome} by ${judgement.by}: ${judgement.reason}`;
  return `Contested by ${by}: ${said}. ${became}`;
}

function quoted(finding: FindingDocument, columns: number): string[] {
  if (finding.quote === undefined || finding.quote === '') return [];
  const lines = printableLines(finding.quote);
  const first = finding.line ?? 0;
  const shown = lines.slice(0, quoteLines);
  const gutter = String(first + shown.length - 1).length;
  const numbered = shown.map((line, index) => {
    const number = first > 0 ? `${String(first + index).padStart(gutter)} ` : '';
    return cut(`      ${number}| ${line}`, columns).trimEnd();
  });
  return lines.length > quoteLines ? [...numbered, `      (${lines.length - quoteLines} more lines)`] : numbered;
}

/** Wordings of other seats that were merged into this finding; none is lost (SPEC 2, rule 8). */
function otherWordings(finding: FindingDocument): string[] {
  const others = finding.sources.filter((source) => source.message !== finding.message);
  return others.map((source) => `${source.seat} (${source.severity}): ${source.message}`);
}
