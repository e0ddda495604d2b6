import type { Review } from '../model/review.js';
import type { Tally, TallyCounts } from '../model/tally.js';

export const nothingCounted: TallyCounts = {
  reviews: 0,
  approved: 0,
  changesRequested: 0,
  rejected: 0,
  escalated: 0,
  skipped: 0,
  withdrawn: 0,
  approvedAtOnce: 0,
  decidedOnce: 0,
  revisions: 0,
  putToPerson: 0,
  decidedByPerson: 0,
  personMs: 0,
  started: 0,
  queueMs: 0,
  timed: 0,
  reviewMs: 0,
  judged: 0,
  confidence: 0,
  approvedReported: 0,
  skippedReported: 0,
  outcomesKnown: 0,
  confidenceError: 0,
};

const columns = Object.keys(nothingCounted) as readonly (keyof TallyCounts)[];

/** One review, as it stands, as a row to be added. */
export function tallyOf(review: Review): Tally {
  const { status, revision, decision, escalations, personDecision, escalation } = review;
  const approved = status === 'approved';
  const judged = decision !== null && decision.outcome !== 'skipped';
  const tookMs = reviewMsOf(review);
  return {
    date: dayOf(review.createdAt),
    type: review.type,
    creator: review.creator,
    reviewer: review.reviewer ?? '',
    reviews: 1,
    approved: one(approved),
    changesRequested: one(status === 'changes_requested'),
    rejected: one(status === 'rejected'),
    escalated: one(status === 'escalated'),
    skipped: one(status === 'skipped'),
    withdrawn: one(status === 'withdrawn'),
    approvedAtOnce: one(approved && revision === 0 && !overruled(review)),
    decidedOnce: one(judged || revision > 0),
    revisions: approved ? revision : 0,
    putToPerson: one(escalations > 0),
    decidedByPerson: one(personDecision !== null && escalation !== null),
    personMs: personDecision === null || escalation === null ? 0 : personDecision.at - escalation.at,
    started: one(review.firstStartedAt !== null),
    queueMs: review.firstStartedAt === null ? 0 : review.firstStartedAt - review.createdAt,
    timed: one(tookMs !== undefined),
    reviewMs: tookMs ?? 0,
    judged: one(judged),
    confidence: judged ? decision.confidence : 0,
    ...outcomeOf(review),
  };
}

/** How long its latest round took, milliseconds. What was interrupted says nothing of how long a review takes. */
function reviewMsOf({ status, startedAt, completedAt }: Review): number | undefined {
  return startedAt === null || completedAt === null || status === 'pending' ? undefined : completedAt - startedAt;
}

/** What became of it, as far as anybody reported: of what nothing was heard nothing is known (docs/calibration.md). */
function outcomeOf({ status, decision, reported, confirmed }: Review) {
  const [approved, broke] = [status === 'approved', reported !== undefined];
  const known = approved && decision !== null && (broke || confirmed === true);
  return {
    approvedReported: one(approved && broke),
    skippedReported: one(status === 'skipped' && broke),
    outcomesKnown: one(known),
    confidenceError: known ? (decision.confidence - (broke ? 0 : 100)) ** 2 : 0,
  };
}

/** A person approved what a reviewer objected to: that is no pass at the first attempt. */
function overruled({ personDecision, opinions }: Review): boolean {
  if (personDecision === null) return false;
  return opinions.some(({ verdict }) => verdict === 'changes_requested' || verdict === 'rejected');
}

function one(holds: boolean): 0 | 1 {
  return holds ? 1 : 0;
}

/** `YYYY-MM-DD` in UTC of epoch milliseconds. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** What a row is made of; opinions come in without touching it. */
const looksAt = [
  'type',
  'creator',
  'reviewer',
  'status',
  'revision',
  'decision',
  'escalations',
  'escalation',
  'personDecision',
  'firstStartedAt',
  'startedAt',
  'completedAt',
  'reported',
  'confirmed',
] as const satisfies readonly (keyof Review)[];

/** Opinions are looked at once a person has decided. */
function countsAlike(before: Review, after: Review): boolean {
  if (after.personDecision !== null && before.opinions !== after.opinions) return false;
  return looksAt.every((member) => before[member] === after[member]);
}

/** What has to be added to the rows when one review turned into another state of itself; nothing where nothing changes. */
export function tallyChanges(before: Review | undefined, after: Review | undefined): readonly Tally[] {
  if (before !== undefined && after !== undefined && countsAlike(before, after)) return [];
  const [gone, come] = [before && tallyOf(before), after && tallyOf(after)];
  if (gone === undefined || come === undefined) return [gone && negated(gone), come].filter((row) => row !== undefined);
  if (
    gone.date !== come.date ||
    gone.type !== come.type ||
    gone.creator !== come.creator ||
    gone.reviewer !== come.reviewer
  )
    return [negated(gone), come];
  const change = { ...come, ...combined(come, gone, (plus, minus) => plus - minus) };
  return columns.some((column) => change[column] !== 0) ? [change] : [];
}

function negated(row: Tally): Tally {
  return { ...row, ...combined(nothingCounted, row, (zero, count) => zero - count) };
}

/** The sum of all rows. */
export function sumOf(rows: Iterable<TallyCounts>): TallyCounts {
  let sum = nothingCounted;
  for (const row of rows) sum = combined(sum, row, (a, b) => a + b);
  return sum;
}

function combined(a: TallyCounts, b: TallyCounts, join: (a: number, b: number) => number): TallyCounts {
  const counts: Record<keyof TallyCounts, number> = { ...nothingCounted };
  for (const column of columns) counts[column] = join(a[column], b[column]);
  return counts;
}
