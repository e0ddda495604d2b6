import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { FindingFilter, FindingRow, Store } from '../ports/store.js';
import { findFinding } from './find-finding.js';
import { findReviewRow } from './find-review.js';

export interface FindingsAsk extends FindingFilter {
  /** Id of a review or its beginning: its findings alone. */
  readonly review?: string;
}

export interface Findings {
  /** `reviews` is how many of the reviews looked at raised it; absent where those of one review were asked for. */
  readonly findings: readonly (FindingRow & { readonly reviews?: number })[];
  /** Id of the finding to go on from, null at the end. */
  readonly next: string | null;
}

/** Findings of one review, or of all of them with each problem once. */
export async function findings(store: Store, { review, ...filter }: FindingsAsk): Promise<Findings | Refusal> {
  if (review !== undefined) {
    const row = await findReviewRow(store, review);
    return isRefusal(row) ? row : { findings: await store.findingsOf(row.id, filter), next: null };
  }
  if (filter.before === undefined) return store.listFindings(filter);
  const before = await findFinding(store, filter.before);
  return isRefusal(before) ? before : store.listFindings({ ...filter, before: before.id });
}
