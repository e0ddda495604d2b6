import { fold } from '../../domain/lifecycle/evolve.js';
import type { Evidence, PatternKey } from '../../domain/model/pattern.js';
import { EVIDENCE_LOOKED_AT, evidenceOf } from '../../domain/patterns/evidence.js';
import { canonicalJson } from '../canonical.js';
import type { Store } from '../ports/store.js';

/**
 * Whether what is kept beside the journal says the same as the journal: asked before a change is skipped, which is worth reading
 * up to 512 reviews again. What was altered, added or left out among the latest is seen.
 */
export async function agreesWithJournal(
  store: Pick<Store, 'latestOf' | 'readStream'>,
  key: PatternKey,
  evidence: readonly Evidence[],
): Promise<boolean> {
  const ids = new Set([...(await store.latestOf(key)), ...evidence.map(({ review }) => review)]);
  const again: Evidence[] = [];
  for (const id of ids) {
    const review = fold(await store.readStream(`review/${id}`));
    const found = review && evidenceOf(review);
    if (found !== undefined && review?.creator === key.creator && review.type === key.type) again.push(found);
  }
  return canonicalJson(inOrder(again)) === canonicalJson(inOrder(evidence));
}

function inOrder(evidence: readonly Evidence[]): readonly Evidence[] {
  const byId = (a: Evidence, b: Evidence) => (a.review < b.review ? 1 : -1);
  return [...evidence].sort((a, b) => b.at - a.at || byId(a, b)).slice(0, EVIDENCE_LOOKED_AT);
}
