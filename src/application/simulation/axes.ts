import type { RaisedFinding } from '../../domain/model/finding.js';
import { noOpinion, type Opinion } from '../../domain/model/opinion.js';
import type { Criterion, Review } from '../../domain/model/review.js';
import type { Seat } from '../../domain/model/seat.js';
import { sameWording } from './short-way.js';

/** Something that is not recorded, and every way in which it may have been. */
export interface Axis {
  /** What is not recorded, in a sentence without a full stop. */
  readonly unknown: string;
  readonly ways: readonly ((review: Review) => Review)[];
}

const imagined: RaisedFinding = {
  severity: 'critical',
  category: 'unknown',
  message: 'what somebody who was not asked may have found',
};

/** Opinions that nobody gave: all approve, all object, all reject, or none comes. */
export function opinionsOf(seats: readonly Seat[]): Axis['ways'] {
  const all = (of: (seat: Seat, review: Review) => Opinion) => (review: Review) => ({
    ...review,
    opinions: [...review.opinions, ...seats.map((seat) => of(seat, review))],
  });
  return [
    all((seat, review) => spoken(seat, review, { verdict: 'approved' })),
    all((seat, review) => spoken(seat, review, { verdict: 'changes_requested', findings: [imagined] })),
    all((seat, review) => spoken(seat, review, rejection(review))),
    all((seat) => noOpinion(seat, { kind: 'timed_out', detail: 'nobody was asked' }, 0)),
  ];
}

function rejection({ rejectGrounds: [ground] }: Review): Pick<Opinion, 'verdict' | 'findings' | 'ground'> {
  return { verdict: 'rejected', findings: [imagined], ...(ground === undefined ? {} : { ground }) };
}

function spoken(seat: Seat, { criteria, change }: Review, said: Partial<Opinion>): Opinion {
  return {
    seat,
    verdict: 'inconclusive',
    confidence: 100,
    summary: '',
    findings: [],
    durationMs: 0,
    checklist: Object.fromEntries(criteria.map(({ name }) => [name, { answer: true }])),
    shown: change.files.map(({ path }) => ({ path, coverage: 'reviewed' as const })),
    ...said,
  };
}

/** Required criteria of the other policy that no reviewer was asked in these words. */
export function unaskedCriteria({ criteria }: Review, recorded: readonly Criterion[]): readonly string[] {
  const asked = new Map(recorded.map((criterion) => [criterion.name, criterion]));
  const isAsked = (criterion: Criterion) => {
    const before = asked.get(criterion.name);
    return before !== undefined && sameWording(before, criterion);
  };
  return criteria.filter((criterion) => criterion.required && !isAsked(criterion)).map(({ name }) => name);
}

/** What was not asked may be met, not met, or not checked. */
export function criteriaAnswered(recorded: readonly Criterion[]): Axis['ways'] {
  return [true, false, null].map((answer) => (review) => {
    const names = unaskedCriteria(review, recorded);
    const [first, ...others] = review.opinions.toSorted((a, b) => guest(a) - guest(b));
    if (first === undefined || names.length === 0) return review;
    const answers = names.map((name) => [name, { answer, reason: 'nobody was asked' }] as const);
    const bare = (opinion: Opinion): Opinion => ({
      ...opinion,
      checklist: Object.fromEntries(Object.entries(opinion.checklist).filter(([name]) => !names.includes(name))),
    });
    const { checklist, ...told } = bare(first);
    const opinions = [{ ...told, checklist: { ...checklist, ...Object.fromEntries(answers) } }, ...others.map(bare)];
    return { ...review, opinions };
  });
}

function guest({ seat }: Opinion): number {
  return seat.advisory === true ? 1 : 0;
}

/** Entries that were excluded from reading and no longer are. */
export function unreadEntries({ change, exclusions }: Review, recorded: Readonly<Record<string, string>>): string[] {
  return change.files.flatMap(({ path }) =>
    Object.hasOwn(recorded, path) && !Object.hasOwn(exclusions, path) ? [path] : [],
  );
}

/** What nobody read may be fine, wanting, or not be shown to anybody. */
export function entriesRead(recorded: Readonly<Record<string, string>>): Axis['ways'] {
  const read = (review: Review, findings: readonly RaisedFinding[]): Review => {
    const shown = unreadEntries(review, recorded).map((path) => ({ path, coverage: 'reviewed' as const }));
    if (shown.length === 0) return review;
    const opinions = review.opinions.map((opinion, index): Opinion => {
      const known = opinion.shown.filter(({ path }) => !shown.some((entry) => entry.path === path));
      const all = { ...opinion, shown: [...known, ...shown] };
      if (index > 0 || findings.length === 0) return all;
      return { ...all, verdict: 'changes_requested', findings: [...opinion.findings, ...findings] };
    });
    return { ...review, opinions };
  };
  return [(review) => read(review, []), (review) => read(review, [imagined]), (review) => review];
}
