/** What is counted of a subject; the names are those of the summary (V2). */
export type AnalyticsMeasure =
  /** Of all: reviews that were decided once, and who decided them. Of a service: reviews that touched it. */
  | 'reviews'
  | 'auto_approved'
  | 'auto_rejected'
  | 'human_decided'
  | 'human_overrides'
  | 'fix_iterations'
  /** Of a model. */
  | 'true_positive'
  | 'false_positive'
  | 'missed'
  /** Of a pair: findings that either raised where both looked, and those of them that both raised. */
  | 'raised_by_either'
  | 'raised_by_both';

export interface AnalyticsKey {
  readonly subject: 'all' | 'model' | 'pair' | 'service';
  /** Of the model or the service, `pairName` of two models of a panel; empty for `all`. */
  readonly name: string;
  readonly measure: AnalyticsMeasure;
}

/** A sum over reviews as they stand now. All of them add up: a review that changes is taken out and put in again. */
export interface AnalyticsCount extends AnalyticsKey {
  readonly count: number;
}

/** One name for two models, whichever is named first. */
export function pairName(one: string, other: string): string {
  return JSON.stringify(one < other ? [one, other] : [other, one]);
}
