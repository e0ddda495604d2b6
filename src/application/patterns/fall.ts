import type { PatternKey } from '../../domain/model/pattern.js';
import type { Policy } from '../../domain/model/policy.js';
import { foldPattern } from '../../domain/patterns/evolve.js';
import { fallOf } from '../../domain/patterns/standing.js';
import { patternId } from '../../domain/model/pattern.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';
import { agreesWithJournal } from './damage.js';
import { put } from './switch.js';

interface On {
  readonly store: Pick<Store, 'append' | 'readStream' | 'patternEvidence' | 'settledWith' | 'listReviews'>;
  readonly clock: Clock;
}

/**
 * Puts on record that a pattern which is on has fallen. It follows from the latest changes only while they are the latest: a creator who asked for enough
 * small ones since would have it on again, and only a person switches on what fell (PRS 11). Done by every request of the creator, under whatever policy,
 * so that it is said long before; whoever loses a race to say it need not.
 */
export async function recordFall(on: On, key: PatternKey, { learning }: Pick<Policy, 'learning'>): Promise<void> {
  const switched = foldPattern(await on.store.readStream(`pattern/${patternId(key)}`));
  if (switched?.disabledAt !== null || switched.enabledAt === null) return;
  const evidence = await on.store.patternEvidence(key);
  const note = fallOf({ evidence, switched }, learning);
  if (note === undefined || !(await agreesWithJournal(on.store, key, evidence))) return;
  await put(on, { type: 'pattern_disabled', data: { ...key, person: null, note } }, 'countersign');
}
