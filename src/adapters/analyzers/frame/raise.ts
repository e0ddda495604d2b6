import type { RaisedFinding } from '../../../domain/model/finding.js';
import { severityRank } from '../../../domain/model/verdict.js';
import type { AnalyzedFile, EmbeddedRole, Hit } from '../analyzer.js';
import type { AnalyzerRun } from './run-analyzers.js';

export interface RaisedByRole {
  readonly role: EmbeddedRole;
  readonly finding: RaisedFinding;
}

/** Longest quote, in characters: enough to recognise the place, not a minified file. */
const maxQuote = 400;
const maxQuotedLines = 12;

/** Findings out of hits, by file and line, the most severe first on a line. Lines that hold a secret are quoted masked. */
export function raise(work: {
  readonly files: readonly AnalyzedFile[];
  readonly runs: readonly AnalyzerRun[];
  readonly roleOf: (rule: string) => EmbeddedRole | undefined;
}): readonly RaisedByRole[] {
  const files = new Map(work.files.map((file) => [file.path, file]));
  const masks = maskedLines(work.runs);
  return work.runs
    .flatMap(({ analyzer, hits }) => hits.map((hit) => ({ hit, role: work.roleOf(hit.rule) ?? analyzer.role })))
    .sort((a, b) => order(a.hit, b.hit))
    .map(({ hit, role }) => ({ role, finding: findingOf(hit, files.get(hit.file), masks) }));
}

function order(a: Hit, b: Hit): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || severityRank[a.severity] - severityRank[b.severity] || (a.rule < b.rule ? -1 : 1);
}

/** Every line that any analyzer said must not be printed, new or old: `side file line` to its mask. */
function maskedLines(runs: readonly AnalyzerRun[]): ReadonlyMap<string, string> {
  const masks = new Map<string, string>();
  for (const hit of runs.flatMap(({ result }) => result.hits)) {
    if (hit.quote === undefined) continue;
    for (let line = hit.line; line <= (hit.endLine ?? hit.line); line += 1) {
      masks.set(`${hit.side} ${hit.file} ${line}`, line === hit.line ? hit.quote : '[masked]');
    }
  }
  return masks;
}

function findingOf(hit: Hit, file: AnalyzedFile | undefined, masks: ReadonlyMap<string, string>): RaisedFinding {
  const quote = quoteOf(hit, file, masks);
  return {
    rule: hit.rule,
    severity: hit.severity,
    category: hit.rule.slice(0, hit.rule.indexOf('/')),
    file: hit.file,
    side: hit.side,
    ...(hit.line === 0 ? {} : { line: hit.line }),
    ...(hit.endLine === undefined || hit.endLine <= hit.line ? {} : { endLine: hit.endLine }),
    ...(quote === undefined ? {} : { quote }),
    message: hit.message,
    ...(hit.suggestion === undefined ? {} : { suggestion: hit.suggestion }),
  };
}

function quoteOf(hit: Hit, file: AnalyzedFile | undefined, masks: ReadonlyMap<string, string>): string | undefined {
  const lines = file?.[hit.side]?.lines;
  if (hit.line === 0 || lines === undefined) return undefined;
  const last = Math.min(hit.endLine ?? hit.line, hit.line + maxQuotedLines - 1);
  const text = lines
    .slice(hit.line - 1, Math.max(last, hit.line))
    .map((line, index) => masks.get(`${hit.side} ${hit.file} ${hit.line + index}`) ?? line)
    .join('\n');
  return text.length > maxQuote ? `${text.slice(0, maxQuote)}…` : text;
}
