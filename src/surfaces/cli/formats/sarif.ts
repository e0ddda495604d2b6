import type { FindingDocument, ReviewDocument } from '../../../application/queries/document.js';
import { seatName } from '../../../domain/model/seat.js';
import type { Severity } from '../../../domain/model/verdict.js';
import type { RuleHelp } from '../io.js';
import { confidenceOf, knownWords, verdictWords, whyLines } from '../report/summary.js';

const levels: Readonly<Record<Severity, string>> = { critical: 'error', important: 'warning', minor: 'note' };
const root = '%SRCROOT%';

/** What ran. */
export interface Tool {
  readonly version: string;
  readonly exitCode: number;
}

/**
 * The review as SARIF 2.1.0 (OASIS): fingerprints without line numbers, confidence as `rank`, dismissals as
 * `suppressions`. A finding of the base side has no line at the head and stands at file level.
 */
export function sarifLog(document: ReviewDocument, rules: readonly RuleHelp[], tool: Tool): object {
  const used = ruleIds(document);
  const help = new Map(rules.map((rule) => [rule.id, rule]));
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Countersign',
            semanticVersion: tool.version,
            rules: used.map((id) => ruleDescriptor(id, help.get(id), document)),
          },
        },
        automationDetails: {
          id: `countersign/${document.review.id}`,
          description: { text: `${verdictWords(document)}: ${document.change.title}` },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { [root]: { description: { text: 'Top of the repository.' } } },
        invocations: [invocation(document, tool)],
        results: document.findings.map((finding) => result(document, finding, used.indexOf(ruleOf(finding)))),
        properties: {
          reviewId: document.review.id,
          outcome: document.decision?.outcome ?? null,
          confidence: document.decision?.confidence ?? null,
          baseTree: document.change.baseTree,
          headTree: document.change.headTree,
          patchId: document.change.patchId,
        },
      },
    ],
  };
}

function ruleIds(document: ReviewDocument): string[] {
  return [...new Set(document.findings.map(ruleOf))].sort();
}

function ruleOf(finding: FindingDocument): string {
  return finding.rule ?? `review/${finding.category}`;
}

function ruleDescriptor(id: string, help: RuleHelp | undefined, document: ReviewDocument): object {
  const worst = document.findings.filter((finding) => ruleOf(finding) === id).map((finding) => finding.severity);
  const severity = (['critical', 'important'] as const).find((candidate) => worst.includes(candidate)) ?? 'minor';
  const described =
    help === undefined
      ? { shortDescription: { text: `A reviewer's finding of the kind ${id}.` } }
      : {
          shortDescription: { text: help.title },
          fullDescription: { text: help.why },
          help: { text: `${help.why}\n\n${help.remedy}` },
        };
  return { id, ...described, defaultConfiguration: { level: levels[severity] } };
}

/** Seats that failed and files that were not read are notifications of the run, which then was no success. */
function invocation(document: ReviewDocument, tool: Tool): object {
  const unread = document.change.files.filter((file) => file.coverage !== 'reviewed' && file.coverage !== 'excluded');
  const toolExecutionNotifications = [
    ...document.opinions.flatMap(({ seat, failure }) =>
      failure === undefined
        ? []
        : [{ level: 'error', message: { text: `${seatName(seat)}: ${failure.kind}: ${failure.detail}` } }],
    ),
    ...unread.map((file) => ({
      level: 'error',
      message: { text: `${file.coverage.replaceAll('_', ' ')}: ${file.coverageRule ?? 'no reason given'}` },
      locations: [{ physicalLocation: { artifactLocation: artifact(document, file.path) } }],
    })),
  ];
  return {
    executionSuccessful: document.decision !== null && document.decision.outcome !== 'inconclusive',
    exitCode: tool.exitCode,
    exitCodeDescription: `${verdictWords(document)}: ${whyLines(document).join('; ')}`,
    ...time('startTimeUtc', document.review.startedAt),
    ...time('endTimeUtc', document.review.completedAt),
    toolExecutionNotifications,
  };
}

function time(key: string, at: string | null): object {
  return at === null ? {} : { [key]: at };
}

function result(document: ReviewDocument, finding: FindingDocument, ruleIndex: number): object {
  return {
    ruleId: ruleOf(finding),
    ruleIndex,
    level: levels[finding.severity],
    rank: confidenceOf(document, finding),
    message: { text: messageOf(finding) },
    ...(finding.file === undefined ? {} : { locations: [location(document, finding, finding.file)] }),
    partialFingerprints: { 'countersign/v1': finding.fingerprint },
    ...suppressions(finding),
    ...(finding.state === 'resolved' ? { baselineState: 'absent' } : {}),
    properties: {
      findingId: finding.id,
      state: finding.state,
      category: finding.category,
      agreement: finding.agreement,
      sources: finding.sources,
      ...(finding.side === 'base' ? { baseLine: finding.line ?? null } : {}),
    },
  };
}

function messageOf(finding: FindingDocument): string {
  const suggestion = finding.suggestion === undefined ? '' : `\n\nSuggestion: ${finding.suggestion}`;
  const text = `${finding.message}${suggestion}`;
  return text.trim() === '' ? finding.category : text;
}

function location(document: ReviewDocument, finding: FindingDocument, file: string): object {
  return { physicalLocation: { artifactLocation: artifact(document, file), ...region(finding) } };
}

function region(finding: FindingDocument): object {
  const { line, endLine, quote } = finding;
  if (finding.side === 'base' || line === undefined || line < 1) return {};
  return {
    region: {
      startLine: line,
      ...(endLine === undefined || endLine < line ? {} : { endLine }),
      ...(quote === undefined ? {} : { snippet: { text: quote } }),
    },
  };
}

/** Paths as relative URIs (RFC 3986); a path that is not UTF-8 by its bytes. */
function artifact(document: ReviewDocument, path: string): object {
  const entry = document.change.files.find((file) => file.path === path || file.oldPath === path);
  const raw = entry?.path === path ? entry.pathBytes : entry?.oldPathBytes;
  const bytes = raw === undefined ? Buffer.from(path) : Buffer.from(raw, 'base64');
  return { uri: percentEncoded(bytes), uriBaseId: root };
}

function percentEncoded(bytes: Buffer): string {
  let uri = '';
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    uri += /[A-Za-z0-9/._~-]/u.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return uri;
}

function suppressions(finding: FindingDocument): object {
  if (finding.state === 'suppressed' && finding.known !== undefined) {
    return { suppressions: [{ kind: 'external', status: 'accepted', justification: knownWords(finding.known) }] };
  }
  if (finding.state !== 'dismissed' && finding.state !== 'risk_accepted') return {};
  const { disposition } = finding;
  const justification =
    disposition === undefined
      ? finding.state
      : `${finding.state} by ${disposition.actor} (${disposition.authority}): ${disposition.reason}`;
  return { suppressions: [{ kind: 'external', status: finding.counts ? 'underReview' : 'accepted', justification }] };
}
