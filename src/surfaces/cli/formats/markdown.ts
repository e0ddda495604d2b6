import type { FindingDocument, ReviewDocument } from '../../../application/queries/document.js';
import {
  checklist,
  coverageCounts,
  findingCounts,
  findingsByFile,
  remarks,
  settledWords,
  verdictWords,
  whyLines,
} from '../report/summary.js';
import { fixLines, takeCommand } from '../report/fix.js';
import { mendingLines } from '../report/mending.js';
import {
  autoDecisionWords,
  confidenceWords,
  countCells,
  stageWords,
  strategyWords,
  votesWords,
} from '../report/panel.js';
import { notable } from '../report/inventory.js';
import { nextSteps } from '../report/next-steps.js';
import { counted } from '../text/layout.js';
import { markdownBlock, markdownCode, markdownProse, markdownText } from './markdown-escape.js';

/** Comments of GitHub hold 65,536 characters. What does not fit is named and left to `countersign show`. */
const room = 60_000;
const filesAtMost = 100;
const quoteAtMost = 2_000;

/** The report as a comment on a pull request. Everything that came from the change is neutralised. */
export function markdownReport(document: ReviewDocument): string {
  const head = [
    `### Countersign: ${markdownText(verdictWords(document))}`,
    whyLines(document)
      .map((line) => `- ${markdownProse(line)}`)
      .join('\n'),
    factsTable(document),
    ...document.change.notes.map((note) => `Note: ${markdownProse(note)}`),
    ...panelParts(document),
    ...fixParts(document),
  ].join('\n\n');
  const foot = [
    details(`Files: ${coverageCounts(document)}`, filesTable(document)),
    details('Checklist', checklistTable(document)),
    details('Rules', rulesTable(document)),
    nextSteps(document)
      .map(({ text, command }) => `- ${markdownText(text)}${command === undefined ? '' : ` ${markdownCode(command)}`}`)
      .join('\n'),
  ].join('\n\n');
  const findings = findingsPart(document, room - head.length - foot.length);
  return `${[head, findings, foot].filter((part) => part !== '').join('\n\n')}\n`;
}

function factsTable(document: ReviewDocument): string {
  const { review, change, decision } = document;
  return [
    '| Change | Type | Files | Findings | Confidence | Review |',
    '| --- | --- | --- | --- | --- | --- |',
    `| ${[
      markdownCode(change.title, true),
      markdownCode(review.type, true),
      String(change.files.length),
      findingCounts(document),
      decision === null ? '-' : String(decision.confidence),
      markdownCode(review.id, true),
    ].join(' | ')} |`,
  ].join('\n');
}

/** The report of a panel in the shape of V2. */
function panelParts({ decision }: ReviewDocument): readonly string[] {
  const panel = decision?.panel;
  if (panel === undefined) return [];
  const votes = votesWords(panel);
  const head = [
    `**Strategy:** ${strategyWords(panel)}`,
    `**Confidence:** ${confidenceWords(panel)}`,
    `**Auto-decision:** ${autoDecisionWords(panel)}`,
    ...(votes === undefined ? [] : [`**Votes:** ${markdownText(votes)}`]),
  ].join('  \n');
  const stages = panel.stages.map((stage) => {
    const rows = stage.counts.map((count) => `| ${countCells(count, stage).map(markdownText).join(' | ')} |`);
    const title = `#### ${stageWords(stage)}`;
    if (rows.length === 0) return title;
    return [title, '', '| Category | Count | Severity | Action |', '| --- | --- | --- | --- |', ...rows].join('\n');
  });
  return [head, ...stages];
}

function fixParts({ fix, mending }: ReviewDocument): readonly string[] {
  if (fix === undefined && mending === undefined) return [];
  const take = fix && takeCommand(fix);
  const lines = [...(fix === undefined ? [] : fixLines(fix)), ...(mending === undefined ? [] : mendingLines(mending))];
  const taking = take === undefined ? [] : [`- Not on the branch. To take it: ${markdownCode(take)}`];
  return [
    ['#### Fix loop', '', ...lines.map((line) => `- ${markdownProse(line.replace(/^- /, ''))}`), ...taking].join('\n'),
  ];
}

function details(summary: string, body: string): string {
  return `<details><summary>${markdownText(summary)}</summary>\n\n${body}\n\n</details>`;
}

function findingsPart(document: ReviewDocument, space: number): string {
  const all = [...findingsByFile(document).values()].flat();
  if (all.length === 0) return '';
  const blocks: string[] = [];
  let used = 0;
  for (const finding of all) {
    const block = findingBlock(finding);
    if (used + block.length > space) break;
    blocks.push(block);
    used += block.length;
  }
  const left = all.length - blocks.length;
  if (left > 0) {
    blocks.push(`${counted(left, 'more finding')}: ${markdownCode(`countersign show ${document.review.id}`)}`);
  }
  return `<details open><summary>Findings: ${findingCounts(document)}</summary>\n\n${blocks.join('\n\n')}\n\n</details>`;
}

function findingBlock(finding: FindingDocument): string {
  const words = settledWords(finding);
  const settled = words === undefined ? '' : ` (${markdownText(words)})`;
  const quote = finding.quote === undefined || finding.quote === '' ? [] : [markdownBlock(cutText(finding.quote))];
  const suggestion =
    finding.suggestion === undefined ? [] : [`Suggestion: ${markdownProse(cutText(finding.suggestion))}`];
  return [
    `**${finding.severity}** ${markdownCode(finding.rule ?? finding.category)} ${place(finding)}${settled}`,
    ...quote,
    markdownProse(cutText(finding.message)),
    ...suggestion,
  ].join('\n\n');
}

function place(finding: FindingDocument): string {
  if (finding.file === undefined) return '';
  if (finding.line === undefined || finding.line < 1) return markdownCode(finding.file);
  if (finding.side === 'base') return `${markdownCode(finding.file)} line ${finding.line} of the base`;
  return markdownCode(`${finding.file}:${finding.line}`);
}

function cutText(text: string): string {
  return text.length <= quoteAtMost ? text : `${text.slice(0, quoteAtMost)} (cut here)`;
}

function filesTable(document: ReviewDocument): string {
  const { files } = document.change;
  const unread = files.filter((file) => file.coverage !== 'reviewed');
  const read = files.filter((file) => file.coverage === 'reviewed');
  const shown = [...unread.slice(0, filesAtMost), ...read.slice(0, Math.max(0, filesAtMost - unread.length))];
  const rows = shown.map((file) => {
    const name = file.oldPath === undefined ? '' : `${markdownCode(file.oldPath, true)} to `;
    const facts = notable(file).map((fact) => `, ${markdownText(fact)}`);
    const rule = file.coverageRule === undefined ? '' : `: ${markdownText(file.coverageRule)}`;
    const counts = file.added === null ? 'binary' : `+${file.added} -${file.deleted ?? 0}`;
    const coverage = file.coverage.replaceAll('_', ' ');
    return `| ${file.status} | ${name}${markdownCode(file.path, true)}${facts.join('')} | ${counts} | ${coverage}${rule} |`;
  });
  const left = files.length - shown.length;
  const hidden = unread.length > filesAtMost ? `, ${unread.length - filesAtMost} of them not reviewed` : '';
  return [
    '| | File | Lines | Coverage |',
    '| --- | --- | --- | --- |',
    ...rows,
    ...(left > 0 ? [`| | and ${counted(left, 'more file')}${hidden} | | |`] : []),
  ].join('\n');
}

function checklistTable(document: ReviewDocument): string {
  const rows = checklist(document).map((entry) => {
    const word = entry.answer === null ? 'not checked' : entry.answer ? 'yes' : '**no**';
    return `| ${markdownCode(entry.name, true)} | ${word} | ${remarks(entry).map(markdownProse).join('; ')} |`;
  });
  return ['| Criterion | Answer | Reason |', '| --- | --- | --- |', ...rows].join('\n');
}

function rulesTable(document: ReviewDocument): string {
  const rows = (document.decision?.rules ?? []).map(
    (rule) =>
      `| ${markdownCode(rule.id, true)} | ${rule.result.replaceAll('_', ' ')} | ${markdownProse(rule.reason)} |`,
  );
  return ['| Rule | Result | Reason |', '| --- | --- | --- |', ...rows].join('\n');
}
