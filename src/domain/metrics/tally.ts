import type { Review } from '../model/review.js';
import type { Tally, TallyCounts, TallyKey } from '../model/tally.js';

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
};

const columns = Object.keys(nothingCounted) as readonly (keyof TallyCounts)[];

/** One review, as it stands, as a row to be added. */
export function tallyOf(review: Review): Tally {
  return { ...keyOf(review), ...nothingCounted, reviews: 1, ...standing(review), ...times(review) };
}

function keyOf({ createdAt, type, creator, reviewer }: Review): TallyKey {
  return { date: dayOf(createdAt), type, creator, reviewer: reviewer ?? '' };
}

/** `YYYY-MM-DD` in UTC of epoch milliseconds. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function standing({
  status,
  revision,
  decision,
  escalations,
  personDecision,
  escalation,
}: Review): Partial<TallyCounts> {
  const one = (holds: boolean) => (holds ? 1 : 0);
  const approved = status === 'approved';
  const judged = decision !== null && decision.outcome !== 'skipped';
  const byPerson = personDecision !== null && escalation !== null;
  return {
    approved: one(approved),
    changesRequested: one(status === 'changes_requested'),
    rejected: one(status === 'rejected'),
    escalated: one(status === 'escalated'),
    skipped: one(status === 'skipped'),
    withdrawn: one(status === 'withdrawn'),
    approvedAtOnce: one(approved && revision === 0),
    decidedOnce: one(judged || revision > 0),
    revisions: approved ? revision : 0,
    putToPerson: one(escalations > 0),
    decidedByPerson: one(byPerson),
    personMs: byPerson ? personDecision.at - escalation.at : 0,
    judged: one(judged),
    confidence: judged ? decision.confidence : 0,
  };
}

function times({ createdAt, firstStartedAt, startedAt, completedAt }: Review): Partial<TallyCounts> {
  return {
    ...(firstStartedAt === null ? {} : { started: 1, queueMs: firstStartedAt - createdAt }),
    ...(startedAt === null || completedAt === null ? {} : { timed: 1, reviewMs: completedAt - startedAt }),
  };
}

/** What has to be added to the rows when one review turned into another state of itself; nothing where nothing changes. */
export function tallyChanges(before: Review | undefined, after: Review | undefined): readonly Tally[] {
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
  return Object.fromEntries(columns.map((column) => [column, join(a[column], b[column])])) as Record<
    keyof TallyCounts,
    number
  >;
}
