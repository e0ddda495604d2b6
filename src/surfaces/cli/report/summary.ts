import type { ChecklistEntry, FindingDocument, ReviewDocument } from '../../../application/queries/document.js';
import type { Coverage } from '../../../domain/model/change.js';
import type { Outcome } from '../../../domain/model/decision.js';
import type { Disposition } from '../../../domain/model/finding.js';
import { seatName } from '../../../domain/model/seat.js';
import { severityRank } from '../../../domain/model/verdict.js';
import { counted } from '../text/layout.js';

/** What all formats of a report say alike. Texts are raw: whoever prints them makes them printable. */

const wordsOf: Readonly<Record<Outcome, string>> = {
  approved: 'APPROVED',
  changes_requested: 'CHANGES REQUESTED',
  rejected: 'REJECTED',
  escalated: 'ESCALATED to a person',
  inconclusive: 'INCONCLUSIVE',
  skipped: 'SKIPPED by rule',
  flagged: 'FLAGGED, continuing',
  paused: 'PAUSED, waiting for a person',
};

type Decided = NonNullable<ReviewDocument['decision']>;

/** The verdict in capitals, e.g. `CHANGES REQUESTED`, and who decided if it was a person; the status without a decision. */
export function verdictWords(document: ReviewDocument): string {
  const { decision, review } = document;
  if (isInterrupted(document)) return 'INTERRUPTED';
  if (decision !== null && review.status === 'escalated' && decision.outcome !== 'escalated')
    return `${wordsOf.escalated} after ${wordsOf[decision.outcome]}`;
  if (decision !== null) return `${wordsOf[decision.outcome]}${decision.person ? ` by ${decision.person.name}` : ''}`;
  return `NOT DECIDED (${review.status.replaceAll('_', ' ')})`;
}

/** Stopped by whoever ran it, and not decided since: it is no matter for a person, and says nothing of the change. */
export function isInterrupted({ decision }: ReviewDocument): boolean {
  return decision?.outcome === 'inconclusive' && decision.rules.some(({ id }) => id === 'review.interrupted');
}

/** Why the outcome is what it is: reasons of the rules that made it, the plainest first; never empty. */
export function whyLines(document: ReviewDocument): string[] {
  const { decision } = document;
  if (decision === null) return [undecided(document)];
  const reasons = (results: readonly string[]): string[] => [
    ...new Set(decision.rules.filter((rule) => results.includes(rule.result)).map((rule) => rule.reason)),
  ];
  if (isInterrupted(document)) return reasons(['unsatisfied']).slice(0, 1);
  if (decision.person !== undefined) return personLines(document, decision.person);
  switch (decision.outcome) {
    case 'approved':
      return [`${reviewedOf(document)}; ${findingCounts(document)}.`];
    case 'skipped':
      // What stands before it was looked at first and skips nothing.
      return orElse(reasons(['satisfied']).slice(-1), 'A rule of the policy skips this change.');
    default:
      return orElse(reasons(['error', 'unsatisfied']), `${reviewedOf(document)}; ${findingCounts(document)}.`);
  }
}

function undecided({ review: { revision } }: ReviewDocument): string {
  return revision === 0 ? 'No decision is on record for this review.' : `Revision ${revision} is not decided yet.`;
}

/** The word of the person, and what it stands against. */
function personLines(document: ReviewDocument, person: NonNullable<Decided['person']>): string[] {
  const against = new Set(person.against);
  const open = (document.decision?.rules ?? []).filter(
    ({ id, result }) => against.has(id) && (result === 'unsatisfied' || result === 'error'),
  );
  const unread = document.opinions.length === 0;
  return [
    `A person decided, ${person.name}: ${person.note}`,
    ...(unread ? ['Nobody else reviewed it: no reviewer had given an opinion.'] : []),
    ...(open.length === 0 && !unread ? ['No rule stood open.'] : []),
    ...open.map(
      ({ id, reason }) => `${standsSettled(document, id) ? 'Settled since' : 'Open all the same'}, ${id}: ${reason}`,
    ),
  ];
}

/** Rules that count findings keep what they counted; somebody may have settled all of it since. */
const countsFindings: ReadonlySet<string> = new Set(['standards.critical', 'standards.important', 'standards.minor']);

function standsSettled({ findings }: ReviewDocument, rule: string): boolean {
  return countsFindings.has(rule) && findings.length > 0 && !findings.some((finding) => finding.counts);
}

function orElse(lines: string[], otherwise: string): string[] {
  return lines.length > 0 ? lines : [otherwise];
}

/** `3 of 4 files reviewed`. */
export function reviewedOf(document: ReviewDocument): string {
  const { files } = document.change;
  const reviewed = files.filter((file) => file.coverage === 'reviewed').length;
  return `${reviewed} of ${counted(files.length, 'file')} reviewed`;
}

/** `3 reviewed, 1 excluded`. */
export function coverageCounts(document: ReviewDocument): string {
  const counts = new Map<Coverage, number>();
  for (const file of document.change.files) counts.set(file.coverage, (counts.get(file.coverage) ?? 0) + 1);
  return [...counts].map(([coverage, count]) => `${count} ${coverage.replaceAll('_', ' ')}`).join(', ');
}

/** `2 open findings (1 critical, 1 minor), 1 dismissed`: what counts, whoever claims otherwise, and what does not. */
export function findingCounts(document: ReviewDocument): string {
  const counting = document.findings.filter((finding) => finding.counts);
  const severities = (['critical', 'important', 'minor'] as const).flatMap((severity) => {
    const count = counting.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  const claimed = counting.filter(({ state }) => state !== 'open').length;
  const others = (['dismissed', 'risk_accepted', 'resolved', 'refuted', 'suppressed'] as const).flatMap((state) => {
    const count = document.findings.filter((finding) => !finding.counts && finding.state === state).length;
    return count === 0 ? [] : [`${count} ${state.replaceAll('_', ' ')}`];
  });
  const main =
    counting.length === 0
      ? 'no open finding'
      : `${counted(counting.length, 'open finding')} (${severities.join(', ')})`;
  return [main, ...(claimed === 0 ? [] : [`${claimed} of them settled by a mere claim`]), ...others].join(', ');
}

/** A claim settles nothing: who made it, and whose word would. */
export function claimWords({ state, actor, reason }: Pick<Disposition, 'state' | 'actor' | 'reason'>): string {
  const claimed = state === 'risk_accepted' ? 'accepted risk' : 'dismissal';
  return `open: ${claimed} claimed by ${actor}, waits for a person who did not make the change: ${reason}`;
}

/** What became of a finding and by whose word; undefined while it is open. Who claimed something before says nothing of a fix. */
export function settledWords({ state, counts, disposition, verifiedBy, known }: FindingDocument): string | undefined {
  if (state === 'open') return undefined;
  const words = state.replaceAll('_', ' ');
  if (disposition?.state === state)
    return counts ? claimWords(disposition) : `${words} by ${disposition.actor}: ${disposition.reason}`;
  if (state === 'suppressed' && known !== undefined) return knownWords(known);
  if (verifiedBy === undefined) return words;
  return `${words}: ${verifiedBy} ${state === 'refuted' ? 'judged it wrong' : 'found it fixed'}`;
}

/** Why a finding is suppressed, and where that was decided (SPEC 6.5). */
export function knownWords({ by, authority, reason, review, finding }: NonNullable<FindingDocument['known']>): string {
  const said = authority === 'human' ? 'dismissed by' : 'judged wrong by';
  return `suppressed: the same was ${said} ${by} (finding ${finding} of review ${review}): ${reason}`;
}

/** Findings by file, findings without a file last; within a file open ones first, then by line and severity. */
export function findingsByFile(document: ReviewDocument): ReadonlyMap<string | undefined, readonly FindingDocument[]> {
  const groups = new Map<string | undefined, FindingDocument[]>();
  for (const finding of document.findings) {
    const group = groups.get(finding.file);
    if (group === undefined) groups.set(finding.file, [finding]);
    else group.push(finding);
  }
  for (const group of groups.values()) group.sort(inReadingOrder);
  const worst = (group: readonly FindingDocument[]): number =>
    Math.min(...group.map((finding) => severityRank[finding.severity] + (finding.counts ? 0 : 3)));
  const order = [...groups].sort(([a, left], [b, right]) => {
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
    return worst(left) - worst(right) || (a < b ? -1 : 1);
  });
  return new Map(order);
}

function inReadingOrder(a: FindingDocument, b: FindingDocument): number {
  const closed = Number(!a.counts) - Number(!b.counts);
  return closed || (a.line ?? 0) - (b.line ?? 0) || severityRank[a.severity] - severityRank[b.severity];
}

/** Criteria that are not met first, then those nobody checked; otherwise in the order of the policy. */
export function checklist(document: ReviewDocument): readonly ChecklistEntry[] {
  const rank = ({ answer }: ChecklistEntry): number => (answer === null ? 1 : answer ? 2 : 0);
  return document.checklist.toSorted((a, b) => rank(a) - rank(b));
}

/** What is to be said of a criterion beside its answer: why, what stands against it all the same, who settled it. */
export function remarks({ reason, minorFindings, settledBy }: ChecklistEntry): readonly string[] {
  const by = settledBy.map(({ name, state }) => `${name} (${state.replaceAll('_', ' ')})`);
  return [
    ...(reason === undefined ? [] : [reason]),
    ...(minorFindings === 0 ? [] : [counted(minorFindings, 'minor finding')]),
    ...(by.length === 0 ? [] : [`settled by ${[...new Set(by)].join(', ')}`]),
  ];
}

/** Highest confidence (0-100) among the seats that raised a finding. */
export function confidenceOf(document: ReviewDocument, finding: FindingDocument): number {
  const seats = new Set(finding.sources.map((source) => source.seat));
  const stated = document.opinions.filter((opinion) => seats.has(seatName(opinion.seat)));
  return Math.max(0, ...stated.map((opinion) => opinion.confidence));
}

/** First characters of an object id, as git shortens it. */
export function shortId(id: string): string {
  return id.slice(0, 12);
}
