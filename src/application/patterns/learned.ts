import { patternId, type PatternKey } from '../../domain/model/pattern.js';
import { foldPattern } from '../../domain/patterns/evolve.js';
import type { Learned } from '../../domain/patterns/standing.js';
import type { Store } from '../ports/store.js';

/** What is known of a pattern: what its reviews say, and whether somebody switched it on. */
export async function learnedOf(
  store: Pick<Store, 'patternEvidence' | 'readStream'>,
  key: PatternKey,
): Promise<Learned> {
  const [evidence, history] = await Promise.all([
    store.patternEvidence(key),
    store.readStream(`pattern/${patternId(key)}`),
  ]);
  return { evidence, switched: foldPattern(history) };
}
