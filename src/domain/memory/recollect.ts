import type { KnownFalse } from '../model/memory.js';
import type { Occurrence } from '../model/occurrence.js';
import { severityRank, type Severity } from '../model/verdict.js';
import { clipped } from './text.js';

const dayMs = 24 * 3_600_000;
/** A pattern that nobody saw for so long is archived (V2). */
export const archivedAfterMs = 30 * dayMs;

/** A problem that reviews of a service found, over all of them. */
export interface Issue {
  /** What is found, in the latest words. */
  readonly pattern: string;
  readonly rule: string | null;
  readonly category: string;
  /** The gravest of what was found since it was last archived. */
  readonly severity: Severity;
  /** In how many changes; the same change asked for again is no other. */
  readonly frequency: number;
  /** Epoch milliseconds. */
  readonly lastSeen: number;
  /** The latest. */
  readonly example: { readonly review: string; readonly finding: string; readonly place: string };
  /** Names of those who found it. */
  readonly reviewers: readonly string[];
}

/** What was taken for a problem and is none. */
export interface FalsePositive extends KnownFalse {
  readonly service: string;
  readonly pattern: string;
  readonly rule: string | null;
  readonly place: string;
  readonly reviewers: readonly string[];
}

export interface ServiceMemory {
  readonly service: string;
  /** Reviews that found something in it. */
  readonly reviews: number;
  /** The most frequent first. */
  readonly issues: readonly Issue[];
  /** Not seen for `archivedAfterMs`. */
  readonly archived: readonly Issue[];
  /** The latest first. */
  readonly falsePositives: readonly FalsePositive[];
}

/**
 * What reviews say of each service, in the order of their names. A pure function of what the journal holds, so that a memory that was damaged is made
 * again as it was (SPEC 6.5). `occurrences` are the newest first.
 */
export function recollect(
  occurrences: readonly Occurrence[],
  wrong: readonly FalsePositive[],
  now: number,
): readonly ServiceMemory[] {
  const names = new Set([...occurrences, ...wrong].map(({ service }) => service));
  return [...names].sort().map((service) => {
    const own = occurrences.filter((each) => each.service === service);
    const issues = issuesIn(own.filter(isProblem));
    const seenLately = ({ lastSeen }: Issue) => now - lastSeen <= archivedAfterMs;
    return {
      service,
      reviews: new Set(own.map(({ review }) => review)).size,
      issues: issues.filter(seenLately),
      archived: issues.filter((issue) => !seenLately(issue)),
      falsePositives: wrong.filter((each) => each.service === service).sort(latestFirst),
    };
  });
}

/** What was decided to be wrong is no problem; what was mended was one. */
function isProblem({ state, counts }: Occurrence): boolean {
  return counts || state === 'resolved' || state === 'risk_accepted';
}

function issuesIn(occurrences: readonly Occurrence[]): readonly Issue[] {
  const groups = new Map<string, Occurrence[]>();
  for (const each of occurrences) {
    const group = groups.get(patternKey(each));
    if (group === undefined) groups.set(patternKey(each), [each]);
    else group.push(each);
  }
  return [...groups.values()].flatMap((group) => issueOf(group) ?? []).sort(mostFrequentFirst);
}

/** Of a rule, whatever it says; else the words, without names, numbers and what is quoted. */
function patternKey({ rule, category, message }: Occurrence): string {
  if (rule !== null) return `rule ${rule}`;
  const words = message
    .replace(/`[^`]*`|"[^"]*"|'[^']*'|\S*[\d/_().]\S*/gu, ' ')
    .toLowerCase()
    .match(/\p{L}+/gu);
  return `${category} ${(words ?? []).slice(0, 12).join(' ')}`;
}

function issueOf(group: readonly Occurrence[]): Issue | undefined {
  const [latest] = [...group].sort((a, b) => b.at - a.at || (a.finding < b.finding ? -1 : 1));
  if (latest === undefined) return undefined;
  const lately = group.filter(({ at }) => latest.at - at <= archivedAfterMs);
  const [gravest = latest] = [...lately].sort((a, b) => severityRank[a.severity] - severityRank[b.severity]);
  return {
    pattern: clipped(latest.message),
    rule: latest.rule,
    category: latest.category,
    severity: gravest.severity,
    frequency: new Set(group.map(({ content }) => content)).size,
    lastSeen: latest.at,
    example: { review: latest.review, finding: latest.finding, place: placeOf(latest) },
    reviewers: [...new Set(group.flatMap(({ raisedBy }) => raisedBy))].sort(),
  };
}

/** `file:line`; the change where a finding names no file. */
export function placeOf({ file, line }: Pick<Occurrence, 'file' | 'line'>): string {
  if (file === null) return 'the change';
  return line === null ? file : `${file}:${line}`;
}

function mostFrequentFirst(a: Issue, b: Issue): number {
  return (
    b.frequency - a.frequency ||
    severityRank[a.severity] - severityRank[b.severity] ||
    b.lastSeen - a.lastSeen ||
    (a.example.finding < b.example.finding ? -1 : 1)
  );
}

function latestFirst(a: FalsePositive, b: FalsePositive): number {
  return b.at - a.at || (a.finding < b.finding ? -1 : 1);
}

/** What one reviewer has to do with: what it found itself, and what it was wrong about. */
export function asSeenBy(reviewer: string, memory: readonly ServiceMemory[]): readonly ServiceMemory[] {
  const own = <T extends { readonly reviewers: readonly string[] }>(all: readonly T[]) =>
    all.filter(({ reviewers }) => reviewers.includes(reviewer));
  return memory
    .map((each) => ({
      ...each,
      issues: own(each.issues),
      archived: own(each.archived),
      falsePositives: own(each.falsePositives),
    }))
    .filter(({ issues, archived, falsePositives }) => issues.length + archived.length + falsePositives.length > 0);
}
