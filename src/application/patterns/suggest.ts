import type { PatternKey } from '../../domain/model/pattern.js';
import { standingOf } from '../../domain/patterns/standing.js';
import { suggestionDue } from '../../domain/patterns/suggest.js';
import type { Store } from '../ports/store.js';
import { learnedOf } from './learned.js';
import type { ReportDependencies } from './report.js';
import { put } from './switch.js';

/** Suggests to a person what has been eligible for a week, each once: who loses the race to record it has suggested nothing. */
export async function suggestPatterns({
  store,
  clock,
  inForce: { policy, origin },
}: ReportDependencies & { readonly store: Pick<Store, 'append'> }): Promise<readonly PatternKey[]> {
  const suggested: PatternKey[] = [];
  for (const key of await store.listPatterns()) {
    const learned = await learnedOf(store, key);
    const now = clock.now();
    const standing = standingOf(learned, policy.learning, { now, basis: origin.digest });
    if (!suggestionDue(standing, learned.switched, now)) continue;
    const { successes, confidence } = standing.eligible;
    const data = { ...key, successes, confidence: confidence ?? 0 };
    const recorded = await put({ store, clock }, { type: 'pattern_suggested', data }, 'countersign');
    if (recorded !== undefined) suggested.push(key);
  }
  return suggested;
}
