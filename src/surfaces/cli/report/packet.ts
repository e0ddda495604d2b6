import type { CreatorClaims, PacketDocument } from '../../../application/peer-review.js';
import type { Hunk, HunkLine } from '../../../application/ports/repository.js';
import type { FindingDocument } from '../../../application/queries/document.js';
import { printable } from '../text/printable.js';

/** A packet as a reviewer at a terminal reads it. Everything in it but the headings is data of others. */
export function packetText(packet: PacketDocument): string {
  return [
    [
      `Review ${packet.review}, revision ${packet.revision}, ${printable(packet.type)}`,
      `Content: tree ${packet.headTree}`,
      ...(packet.duty === undefined ? [] : [`You are asked as its ${packet.duty}`]),
    ],
    section('Criteria', packet.criteria.flatMap(criterionLines)),
    section(
      'Questions, each to be answered',
      packet.questions.map((text, index) => `${index + 1}. ${printable(text)}`),
    ),
    section('Facts', packet.facts.map(printable)),
    section('Not shown, so not to be approved', packet.notShown.map(notShownLine)),
    section('Grounds that a rejection may name', packet.grounds.map(printable)),
    section('What the creator says, to be verified', packet.claims === undefined ? [] : claimLines(packet.claims)),
    section('Findings of earlier rounds, each to be verified', packet.toVerify.map(findingLine)),
    section('Contested findings, each to be judged', packet.toJudge.flatMap(contestedLines)),
    section('Settled for this content, not to be raised again', packet.settled.map(findingLine)),
    section('Memory of earlier reviews, in the words of others', (packet.memory ?? []).map(printable)),
    section(
      'Changed since your last opinion',
      (packet.changedSince ?? []).map((path) => printable(path)),
    ),
    section('Notes of the reviewer before you', lines(packet.partialWork ?? '')),
    ...Object.entries(packet.guidelines).map(([path, text]) => section(`Guidelines: ${printable(path)}`, lines(text))),
    ...packet.files.map((file) => section(fileTitle(file), (packet.hunks[file.path] ?? []).flatMap(hunkLines))),
  ]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n');
}

function section(title: string, body: readonly string[]): readonly string[] {
  return body.length === 0 ? [] : [title, ...body.map((line) => `  ${line}`)];
}

function criterionLines({ name, required, description, checks }: PacketDocument['criteria'][number]): string[] {
  const first = `${required ? 'required' : 'optional'}  ${printable(name)}: ${printable(description)}`;
  return [first, ...checks.map((check) => `          - ${printable(check)}`)];
}

function notShownLine({ path, coverage, reason }: PacketDocument['notShown'][number]): string {
  const why = reason === undefined ? '' : `: ${printable(reason)}`;
  return `${printable(path)}  ${coverage.replaceAll('_', ' ')}${why}`;
}

function claimLines({ title, description, changesMade, fixed, confidence, messages }: CreatorClaims): string[] {
  const said = [title, description, changesMade && `changes made: ${changesMade}`].filter((text) => text !== undefined);
  return [
    ...said.flatMap(lines),
    ...(fixed.length === 0 ? [] : [`fixed, it says: ${fixed.map((id) => printable(id)).join(', ')}`]),
    ...(confidence === undefined ? [] : [`${confidence} % sure`]),
    ...messages.flatMap((message) => lines(`commit: ${message.trim()}`)),
  ];
}

function findingLine({ id, severity, file, line, message }: FindingDocument): string {
  const place = file === undefined ? '' : ` ${printable(file)}${line === undefined ? '' : `:${line}`}`;
  return `${id}  ${severity}${place}  ${printable(message)}`;
}

function contestedLines(finding: PacketDocument['toJudge'][number]): string[] {
  const evidence = finding.evidence.map((text) => `  evidence: ${printable(text)}`);
  return [findingLine(finding), `  contested: ${printable(finding.argument)}`, ...evidence];
}

function fileTitle({ path, oldPath, status, coverage, coverageRule }: PacketDocument['files'][number]): string {
  const from = oldPath === undefined ? '' : ` (from ${printable(oldPath)})`;
  const shown = coverage === 'reviewed' ? '' : `  [${coverage.replaceAll('_', ' ')}: ${printable(coverageRule ?? '')}]`;
  return `${status} ${printable(path)}${from}${shown}`;
}

function hunkLines(hunk: Hunk): string[] {
  const width = String(hunk.newStart + hunk.newLines).length;
  const head = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
  return [head, ...hunk.lines.map((line) => hunkLine(line, width))];
}

const signs: Readonly<Record<HunkLine['kind'], string>> = { context: ' ', added: '+', deleted: '-' };

function hunkLine({ kind, newLine, text }: HunkLine, width: number): string {
  return `${(newLine === undefined ? '' : String(newLine)).padStart(width)} ${signs[kind]}${printable(text)}`;
}

function lines(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n').map((line) => printable(line));
}
