import type { DisposeRequest, PersonDecision } from '../application.js';
import type { ContestFinding, ReportOutcome, RequestReview, ReviseReview, SubmitReview } from '../peer-review.js';
import type { EscalateAsk } from '../peer/escalate.js';

/** What each verb is asked with. */
export interface SpooledAsks {
  readonly request: RequestReview;
  readonly revise: ReviseReview;
  readonly submit: SubmitReview;
  readonly contest: ContestFinding;
  readonly escalate: EscalateAsk;
  readonly withdraw: { readonly review: string; readonly reason: string };
  readonly report_outcome: ReportOutcome;
  readonly decide: PersonDecision;
  readonly dispose: DisposeRequest;
  readonly extend: { readonly review: string; readonly hours: number };
  readonly reassign: { readonly review: string; readonly to: string };
}

export type SpooledAsk = {
  readonly [Verb in keyof SpooledAsks]: { readonly verb: Verb; readonly ask: SpooledAsks[Verb] };
}[keyof SpooledAsks];
