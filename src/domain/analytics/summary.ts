import type { AnalyticsCount, AnalyticsMeasure } from '../model/analytics.js';
import type { Accuracy } from './accuracy.js';

/** The seed's summary (V2), under its names. Fields that it does not have say what its own leave open. */
export interface AnalyticsSummary {
  /** Reviews that were decided once; one that is open again after a revision is among them. */
  readonly total_reviews: number;
  readonly auto_approved: number;
  readonly auto_rejected: number;
  readonly human_decided: number;
  /** Of those decided by a person: against what the reviewers said. */
  readonly human_overrides: number;
  /** To two digits; null before the first review. */
  readonly avg_fix_iterations: number | null;
  readonly model_accuracy: Readonly<Record<string, Accuracy>>;
  readonly by_service: Readonly<Record<string, ServiceSummary>>;
}

export interface ServiceSummary {
  readonly reviews: number;
  /** The most frequent first. */
  readonly common_issues: readonly string[];
}

/** A problem that reviews of a service found again and again. */
export interface CommonIssue {
  readonly service: string;
  /** In the words of a reviewer: untrusted. */
  readonly issue: string;
  /** In how many changes. */
  readonly changes: number;
}

/** Issues that a summary names of each service. */
const named = 5;

/** From the counters alone, beside what memory says of services. `issues` are the most frequent first. */
export function summaryOf(counts: readonly AnalyticsCount[], issues: readonly CommonIssue[]): AnalyticsSummary {
  const of = (subject: AnalyticsCount['subject'], name: string, measure: AnalyticsMeasure) =>
    counts.find((each) => each.subject === subject && each.name === name && each.measure === measure)?.count ?? 0;
  const all = (measure: AnalyticsMeasure) => of('all', '', measure);
  const namesOf = (subject: AnalyticsCount['subject']) => [
    ...new Set(counts.filter((each) => each.subject === subject).map(({ name }) => name)),
  ];
  const total = all('reviews');
  const models = namesOf('model').map((name): [string, Accuracy] => [
    name,
    {
      true_positive: of('model', name, 'true_positive'),
      false_positive: of('model', name, 'false_positive'),
      missed: of('model', name, 'missed'),
    },
  ]);
  const services = namesOf('service').map((name): [string, ServiceSummary] => [
    name,
    { reviews: of('service', name, 'reviews'), common_issues: issuesIn(name, issues) },
  ]);
  return {
    total_reviews: total,
    auto_approved: all('auto_approved'),
    auto_rejected: all('auto_rejected'),
    human_decided: all('human_decided'),
    human_overrides: all('human_overrides'),
    avg_fix_iterations: total === 0 ? null : Math.round((all('fix_iterations') / total) * 100) / 100,
    model_accuracy: Object.fromEntries(models),
    by_service: Object.fromEntries(services),
  };
}

function issuesIn(name: string, issues: readonly CommonIssue[]): readonly string[] {
  const own = issues.filter(({ service }) => service === name);
  return own.slice(0, named).map(({ issue }) => issue);
}
