import type { Disposition, Finding, FindingSource, RaisedFinding } from '../model/finding.js';
import type { Opinion } from '../model/opinion.js';
import { seatName } from '../model/seat.js';
import { severityRank } from '../model/verdict.js';
import { fingerprint, type Digest } from './fingerprint.js';
import { cluster, type Cluster, type Voice } from './match-cluster.js';

export interface MergeInput {
  readonly reviewId: string;
  readonly opinions: readonly Opinion[];
  /** Dispositions of the same finding on the same content, by fingerprint. */
  readonly carried: Readonly<Record<string, Disposition>>;
  readonly digest: Digest;
}

interface Raised {
  readonly seat: string;
  /** Raised by a rule of an embedded reviewer. */
  readonly ruled: boolean;
  readonly finding: RaisedFinding;
}

/** Findings of one fingerprint; the leading one speaks for them. */
interface Group extends Voice {
  readonly raised: readonly Raised[];
  readonly leading: Raised;
}

/**
 * The findings of a round, each problem once with all its sources. Nothing is lost: two findings of one seat never merge;
 * findings of different seats merge when their fingerprints are equal or when they say the same of the same place
 * (`matchScore`; findings that rules of the embedded reviewers raised merge among themselves by fingerprint alone). The
 * result does not depend on the order of the opinions.
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
      const ruled = opinion.seat.driver === 'embedded' && finding.rule !== undefined;
      const raised = { seat: seatName(opinion.seat), ruled, finding };
      if (group === undefined) groups.set(key, [raised]);
      else group.push(raised);
    }
  }
  return cluster([...groups].map(([key, raised]) => toGroup(key, raised)))
    .map((found) => toFinding(found, input))
    .sort((a, b) => byPlace(a, b) || compare(a.fingerprint, b.fingerprint));
}

function toGroup(key: string, raised: readonly Raised[]): Group {
  const leading = leadingOf(raised);
  return {
    key,
    raised,
    leading,
    claim: leading.finding,
    seats: new Set(raised.map(({ seat }) => seat)),
    ruled: raised.every(({ ruled }) => ruled),
  };
}

/** Severity travels with its own text: the most severe source is shown, the others stay as sources. */
function leadingOf(raised: readonly Raised[]): Raised {
  const [leading] = sorted(raised, bySeverity);
  if (leading === undefined) throw new Error('a group of findings is never empty');
  return leading;
}

function bySeverity(a: Raised, b: Raised): number {
  return severityRank[a.finding.severity] - severityRank[b.finding.severity] || compare(a.seat, b.seat);
}

function toFinding({ voices, contradicted }: Cluster<Group>, input: MergeInput): Finding {
  const [first] = sorted(voices, (a, b) => bySeverity(a.leading, b.leading) || compare(a.key, b.key));
  if (first === undefined) throw new Error('a cluster of findings is never empty');
  const raised = sorted(
    voices.flatMap((group) => group.raised),
    (a, b) => compare(a.seat, b.seat),
  );
  const { key, leading } = first;
  const disposition = input.carried[key];
  // No spread that stands first: what is added to one has a shape of its own with Node 20 (docs/performance.md), ten thousand times here.
  const finding: Finding = Object.assign({}, knownAsFar(leading.finding, raised), {
    id: input.digest(`${input.reviewId}:${key}`).slice(0, 12),
    fingerprint: key,
    state: disposition?.state ?? 'open',
    agreement: contradicted ? 'contradiction' : new Set(raised.map(({ seat }) => seat)).size > 1 ? 'agreed' : 'only',
    sources: raised.map(({ seat, finding: { message, severity } }): FindingSource => ({ seat, message, severity })),
  } as const);
  return disposition === undefined ? finding : { ...finding, disposition };
}

/** Ten thousand of a large review have nothing to be put in order. */
function sorted<T>(items: readonly T[], by: (a: T, b: T) => number): readonly T[] {
  return items.length === 1 ? items : [...items].sort(by);
}

/** What is remembered of a finding holds only where nobody raised it of whom it is not remembered. */
function knownAsFar(shown: RaisedFinding, raised: readonly Raised[]): RaisedFinding {
  if (shown.known === undefined || raised.every(({ finding }) => finding.known !== undefined)) return shown;
  const copy: { -readonly [K in keyof RaisedFinding]: RaisedFinding[K] } = { ...shown };
  delete copy.known;
  return copy;
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
