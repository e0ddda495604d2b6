import { formationOf } from '../../domain/patterns/formation.js';
import type { Store } from '../ports/store.js';
import { learnedOf } from './learned.js';

/** Which patterns are asked about. */
export interface FormedFilter {
  /** Only what formed at or after it; epoch milliseconds. */
  readonly since?: number;
  /** Of this creator. */
  readonly agent?: string;
  readonly type?: string;
}

/** After how many reviews each pattern formed that did. Costs two reads for each pattern that has evidence, however much it has. */
export async function formedAfter(
  store: Pick<Store, 'listPatterns' | 'patternEvidence' | 'readStream'>,
  { since = 0, agent, type }: FormedFilter,
): Promise<readonly number[]> {
  const reviews: number[] = [];
  for (const key of await store.listPatterns()) {
    if ((agent !== undefined && key.creator !== agent) || (type !== undefined && key.type !== type)) continue;
    const { evidence, switched } = await learnedOf(store, key);
    const formed = switched && formationOf(evidence, switched);
    if (formed !== undefined && formed.at >= since) reviews.push(formed.reviews);
  }
  return reviews;
}
