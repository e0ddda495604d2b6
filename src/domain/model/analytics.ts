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
  | 'missed';

export interface AnalyticsKey {
  readonly subject: 'all' | 'model' | 'service';
  /** Of the model or the service; empty for `all`. */
  readonly name: string;
  readonly measure: AnalyticsMeasure;
}

/** A sum over reviews as they stand now. All of them add up: a review that changes is taken out and put in again. */
export interface AnalyticsCount extends AnalyticsKey {
  readonly count: number;
}
