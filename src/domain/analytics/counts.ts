import type { AnalyticsCount, AnalyticsKey } from '../model/analytics.js';
import { restOfRepository } from '../model/memory.js';
import type { Review } from '../model/review.js';
import { accuracyOf, type Accuracy } from './accuracy.js';
import { pairsOf } from './pairs.js';

/** What one review, as it stands, adds to the counters (SPEC 6.6). A review counts from its first decision on. */
export function countsOf(review: Review): readonly AnalyticsCount[] {
  if (!wasDecided(review)) return [];
  const { status, personDecision } = review;
  const [approved, turnedDown] = [status === 'approved', status === 'changes_requested' || status === 'rejected'];
  const byPerson = personDecision !== null;
  const all = {
    reviews: 1,
    auto_approved: one(approved && !byPerson),
    auto_rejected: one(turnedDown && !byPerson),
    human_decided: one((approved || turnedDown) && byPerson),
    human_overrides: one(overrideIn(review) !== null),
    fix_iterations: fixIterations(review),
  };
  const services = servicesOf(review).map((name) => counted({ subject: 'service', name, measure: 'reviews' }, 1));
  const models = [...accuracyOf(review)].flatMap(([name, accuracy]) =>
    accuracyMeasures.map((measure) => counted({ subject: 'model', name, measure }, accuracy[measure])),
  );
  const totals = allMeasures.map((measure) => counted({ subject: 'all', name: '', measure }, all[measure]));
  return [...totals, ...models, ...sumOf(pairsOf(review)), ...services].filter(({ count }) => count !== 0);
}

const allMeasures = [
  'reviews',
  'auto_approved',
  'auto_rejected',
  'human_decided',
  'human_overrides',
  'fix_iterations',
] as const;

const accuracyMeasures = ['true_positive', 'false_positive', 'missed'] as const satisfies readonly (keyof Accuracy)[];

/** What is skipped or taken back was not reviewed; what is open again after a revision was. */
function wasDecided({ status, decision, revision }: Review): boolean {
  if (status === 'skipped' || status === 'withdrawn') return false;
  return decision !== null || revision > 0;
}

/** How often the author was sent back to mend it. */
export function fixIterations({ fix, revision }: Pick<Review, 'fix' | 'revision'>): number {
  return fix?.attempts.length ?? revision;
}

/** What a person decided against what reviewers said: approved over an objection, or turned down what nobody objected to. */
export function overrideIn({
  status,
  personDecision,
  opinions,
}: Review): 'approved' | 'changes_requested' | 'rejected' | null {
  if (personDecision === null) return null;
  if (status !== 'approved' && status !== 'changes_requested' && status !== 'rejected') return null;
  const said = opinions.filter(({ verdict }) => verdict !== 'inconclusive');
  if (said.length === 0) return null;
  const objected = said.some(({ verdict }) => verdict !== 'approved');
  return (status === 'approved') === objected ? status : null;
}

/** Names of the services that a change touches, in their order; of a path that belongs to none: `repository`. */
export function servicesOf({ services = [], change }: Pick<Review, 'services' | 'change'>): readonly string[] {
  const named = new Set(services.flatMap(({ paths }) => paths));
  const others = change.files.some(({ path }) => !named.has(path));
  return [...services.map(({ name }) => name), ...(others ? [restOfRepository] : [])];
}

/** What counters are made of; all else of a review may change without touching them. */
const looksAt = [
  'status',
  'decision',
  'revision',
  'personDecision',
  'findings',
  'inherited',
  'fix',
  'services',
  'change',
  'reported',
  'panel',
] as const satisfies readonly (keyof Review)[];

/** Opinions come in before the decision that has them counted; among peers earlier findings and judgements count too. */
function countsAlike(before: Review, after: Review): boolean {
  if (!wasDecided(before) && !wasDecided(after)) return true;
  const [was, is] = [before.peer, after.peer];
  if (before.opinions !== after.opinions) return false;
  if (was?.earlier !== is?.earlier || was?.rounds !== is?.rounds || was?.contests !== is?.contests) return false;
  return looksAt.every((member) => before[member] === after[member]);
}

/** What has to be added to the counters when one review turned into another state of itself. */
export function countChanges(before: Review | undefined, after: Review | undefined): readonly AnalyticsCount[] {
  if (before !== undefined && after !== undefined && countsAlike(before, after)) return [];
  const gone = before === undefined ? [] : countsOf(before).map((each) => ({ ...each, count: -each.count }));
  return sumOf([...gone, ...(after === undefined ? [] : countsOf(after))]).filter(({ count }) => count !== 0);
}

/** One count for each key, in the order of the keys. */
export function sumOf(counts: Iterable<AnalyticsCount>): readonly AnalyticsCount[] {
  const sums = new Map<string, AnalyticsCount>();
  for (const each of counts) {
    const key = JSON.stringify([each.subject, each.name, each.measure]);
    const before = sums.get(key);
    sums.set(key, before === undefined ? each : { ...each, count: before.count + each.count });
  }
  return [...sums.values()].sort(inOrder);
}

function inOrder(a: AnalyticsCount, b: AnalyticsCount): number {
  const before = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);
  return before(a.subject, b.subject) || before(a.name, b.name) || before(a.measure, b.measure);
}

function counted(key: AnalyticsKey, count: number): AnalyticsCount {
  // Not added to a copy, which gives each a shape of its own (docs/performance.md).
  return { subject: key.subject, name: key.name, measure: key.measure, count };
}

function one(holds: boolean): 0 | 1 {
  return holds ? 1 : 0;
}
