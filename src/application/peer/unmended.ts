import { isUnchanged, stoodOn } from '../../domain/peer/verification/stood-on.js';
import { toVerify } from '../../domain/peer/verification/owed.js';
import type { Store } from '../ports/store.js';
import { standingOf, type Standing } from './record.js';

/**
 * Ids of the findings to verify that nothing can have fixed: the content is exactly one on which somebody said that they stand. Whoever
 * thinks otherwise judges a contest, or a person decides (docs/decisions/0016-fixed-means-changed.md).
 */
export async function unmended(
  { store }: { readonly store: Store },
  { review, history }: Standing,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const finding of toVerify(review)) {
    const { from } = finding;
    const origin =
      from === undefined || from.review === review.id ? [] : (await standingOf({ store }, from.review)).history;
    const stood = [...stoodOn(history, finding), ...stoodOn(origin, finding)];
    if (stood.some((change) => isUnchanged(change, review.change))) ids.add(finding.id);
  }
  return ids;
}
