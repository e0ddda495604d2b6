import { fold } from '../../domain/lifecycle/evolve.js';
import type { Evidence, PatternKey } from '../../domain/model/pattern.js';
import { evidenceOf } from '../../domain/patterns/evidence.js';
import type { Review } from '../../domain/model/review.js';
import { settledContent } from '../../domain/reverts/settled-content.js';
import { canonicalJson } from '../canonical.js';
import { SETTLED_LOOKED_AT, type Store } from '../ports/store.js';

type Reading = Pick<Store, 'readStream' | 'settledWith'>;

/**
 * That a table of what is learned was written past the journal or found wrong, in a clause; undefined where none was. One row is read, so
 * that everybody may ask who relies on what was learned.
 */
export async function damageOf(store: Pick<Store, 'learnedDamage'>): Promise<string | undefined> {
  const damaged = await store.learnedDamage();
  if (damaged.length === 0) return undefined;
  return `what was learned is damaged (${damaged.join(', ')}); \`countersign rebuild\` puts it right`;
}

/**
 * Whether what is kept beside the journal of one pattern says what the journal says: a disk that altered bytes leaves no mark. Asked before a
 * change is skipped, which is worth reading up to 512 reviews again, however many there are. Also whether a revert of each would be found.
 */
export async function agreesWithJournal(
  store: Reading,
  key: PatternKey,
  evidence: readonly Evidence[],
): Promise<boolean> {
  for (const kept of evidence) {
    const review = fold(await store.readStream(`review/${kept.review}`));
    const found = review && evidenceOf(review);
    if (found === undefined || review?.creator !== key.creator || review.type !== key.type) return false;
    if (canonicalJson(found) !== canonicalJson(kept) || !(await isFoundAgain(store, review))) return false;
  }
  return new Set(evidence.map(({ review }) => review)).size === evidence.length;
}

/** Where more reviews of one content are known than are told, that this is one of them can't be seen. */
async function isFoundAgain(store: Reading, review: Review): Promise<boolean> {
  for (const object of settledContent(review)) {
    const known = await store.settledWith([object]);
    if (known.length < SETTLED_LOOKED_AT && !known.includes(review.id)) return false;
  }
  return true;
}
