import { fold } from '../../domain/lifecycle/evolve.js';
import type { Evidence, PatternKey } from '../../domain/model/pattern.js';
import { EVIDENCE_LOOKED_AT, evidenceOf, latest } from '../../domain/patterns/evidence.js';
import type { Review } from '../../domain/model/review.js';
import { settledContent } from '../../domain/reverts/settled-content.js';
import { canonicalJson } from '../canonical.js';
import { SETTLED_LOOKED_AT, type Store } from '../ports/store.js';

type Reading = Pick<Store, 'readStream' | 'settledWith' | 'listReviews'>;

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
 * change is skipped, which is worth reading up to 512 reviews again, however many there are. Also whether a revert of each would be found, and whether any
 * is missing.
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
  return (
    new Set(evidence.map(({ review }) => review)).size === evidence.length && nothingIsMissing(store, key, evidence)
  );
}

/**
 * Whether the creator's latest requests that say something of the pattern are all among what is kept of it: they are found in another table, so one row
 * that a disk altered hides none from both.
 */
async function nothingIsMissing(store: Reading, key: PatternKey, evidence: readonly Evidence[]): Promise<boolean> {
  const kept = new Set(evidence.map(({ review }) => review));
  const since = evidence.length < EVIDENCE_LOOKED_AT ? 0 : (latest(evidence).at(-1)?.at ?? 0);
  for (const { id, type } of await store.listReviews({ requestedBy: key.creator, limit: EVIDENCE_LOOKED_AT })) {
    if (type !== key.type || kept.has(id)) continue;
    const review = fold(await store.readStream(`review/${id}`));
    const said = review && evidenceOf(review);
    if (said !== undefined && said.at > since) return false;
  }
  return true;
}

/** Where more reviews of one content are known than are told, that this is one of them can't be seen. */
async function isFoundAgain(store: Reading, review: Review): Promise<boolean> {
  for (const object of settledContent(review)) {
    const known = await store.settledWith([object]);
    if (known.length < SETTLED_LOOKED_AT && !known.includes(review.id)) return false;
  }
  return true;
}
