import type { FindingDocument, ReviewDocument } from '../../../application/queries/document.js';
import type { Severity } from '../../../domain/model/verdict.js';
import { findingCounts, findingsByFile, reviewedOf, verdictWords } from '../report/summary.js';
import { uncommittedSteps } from '../report/uncommitted.js';
import { printable, printableLines } from '../text/printable.js';

const commandOf: Readonly<Record<Severity, string>> = { critical: 'error', important: 'warning', minor: 'notice' };

/**
 * Workflow commands for GitHub Actions, one annotation for each finding that counts, and a summary as the last line. Every line
 * starts with a command of ours, and nothing of the reviewed text can start another.
 */
export function githubCommands(document: ReviewDocument): string {
  const findings = [...findingsByFile(document).values()].flat().filter((finding) => finding.counts);
  const unread = document.change.files.filter((file) => file.coverage !== 'reviewed' && file.coverage !== 'excluded');
  const lines = [
    ...findings.map(annotation),
    ...unread.map((file) =>
      command(
        'error',
        { file: file.path, title: `Countersign: ${file.coverage.replaceAll('_', ' ')}` },
        file.coverageRule ?? 'This file was not wholly reviewed.',
      ),
    ),
    command('notice', { title: `Countersign: ${verdictWords(document)}` }, summary(document)),
  ];
  return `${lines.join('\n')}\n`;
}

function summary(document: ReviewDocument): string {
  const beside = uncommittedSteps(document).map(({ text, command = '' }) => ` ${text} ${command}`);
  return `${document.change.title}: ${reviewedOf(document)}; ${findingCounts(document)}. Review ${document.review.id}${beside.join('')}`;
}

function annotation(finding: FindingDocument): string {
  const suggestion = finding.suggestion === undefined ? '' : `\nSuggestion: ${finding.suggestion}`;
  const atBase = finding.side === 'base' && finding.line !== undefined ? `\n(Line ${finding.line} of the base.)` : '';
  return command(commandOf[finding.severity], place(finding), `${finding.message}${suggestion}${atBase}`);
}

function place(finding: FindingDocument): Record<string, string> {
  const title = `${finding.severity}: ${finding.rule ?? finding.category}`;
  if (finding.file === undefined) return { title };
  const { file, line, endLine } = finding;
  if (finding.side === 'base' || line === undefined || line < 1) return { file, title };
  return { file, line: String(line), ...(endLine === undefined ? {} : { endLine: String(endLine) }), title };
}

function command(name: string, properties: Readonly<Record<string, string>>, message: string): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${property(value)}`);
  return `::${name} ${list.join(',')}::${data(message)}`;
}

/** Escapes as the runner's toolkit does; `##[` would start a command of the older syntax anywhere in a line. */
function data(text: string): string {
  return printableLines(text)
    .map((line) => line.replaceAll('%', '%25').replaceAll('##[', '## ['))
    .join('%0A');
}

function property(text: string): string {
  return printable(text).replaceAll('%', '%25').replaceAll('##[', '## [').replaceAll(':', '%3A').replaceAll(',', '%2C');
}
