import type { Disposition, Finding, FindingSource, RaisedFinding } from '../model/finding.js';
import type { Opinion } from '../model/opinion.js';
import { seatName } from '../model/seat.js';
import { severityRank } from '../model/verdict.js';
import { fingerprint, type Digest } from './fingerprint.js';

export interface MergeInput {
  readonly reviewId: string;
  readonly opinions: readonly Opinion[];
  /** Dispositions of the same finding on the same content, by fingerprint. */
  readonly carried: Readonly<Record<string, Disposition>>;
  readonly digest: Digest;
}

interface Raised {
  readonly seat: string;
  readonly finding: RaisedFinding;
}

/**
 * The findings of a round, each problem once with all its sources. Nothing is lost: two findings of one seat never merge,
 * findings of different seats merge when their fingerprints are equal. The result does not depend on the order of the
 * opinions.
 */
export function mergeFindings(input: MergeInput): readonly Finding[] {
  const groups = new Map<string, Raised[]>();
  for (const opinion of [...input.opinions].sort((a, b) => compare(seatName(a.seat), seatName(b.seat)))) {
    const seen = new Map<string, number>();
    for (const finding of [...opinion.findings].sort(byPlace)) {
      const first = fingerprint(finding, 0, input.digest);
      const occurrence = seen.get(first) ?? 0;
      seen.set(first, occurrence + 1);
      const key = occurrence === 0 ? first : fingerprint(finding, occurrence, input.digest);
      const group = groups.get(key);
      const raised = { seat: seatName(opinion.seat), finding };
      if (group === undefined) groups.set(key, [raised]);
      else group.push(raised);
    }
  }
  return [...groups].map(([key, group]) => toFinding(key, group, input)).sort(byPlace);
}

function toFinding(key: string, group: readonly Raised[], input: MergeInput): Finding {
  // Severity travels with its own text: the most severe source is shown, the others stay as sources.
  const [leading] = [...group].sort(
    (a, b) => severityRank[a.finding.severity] - severityRank[b.finding.severity] || compare(a.seat, b.seat),
  );
  if (leading === undefined) throw new Error('a group of findings is never empty');
  const sources: FindingSource[] = group.map(({ seat, finding }) => ({
    seat,
    message: finding.message,
    severity: finding.severity,
  }));
  const disposition = input.carried[key];
  return {
    ...leading.finding,
    id: input.digest(`${input.reviewId}:${key}`).slice(0, 12),
    fingerprint: key,
    state: disposition?.state ?? 'open',
    agreement: new Set(group.map(({ seat }) => seat)).size > 1 ? 'agreed' : 'only',
    sources,
    ...(disposition === undefined ? {} : { disposition }),
  };
}

function byPlace(a: RaisedFinding, b: RaisedFinding): number {
  return (
    compare(a.file ?? '', b.file ?? '') ||
    (a.line ?? 0) - (b.line ?? 0) ||
    severityRank[a.severity] - severityRank[b.severity] ||
    compare(a.rule ?? '', b.rule ?? '') ||
    compare(a.message, b.message)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
