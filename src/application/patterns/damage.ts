import { fold } from '../../domain/lifecycle/evolve.js';
import type { Evidence, PatternKey } from '../../domain/model/pattern.js';
import { EVIDENCE_LOOKED_AT, evidenceOf } from '../../domain/patterns/evidence.js';
import type { Review } from '../../domain/model/review.js';
import { settledContent } from '../../domain/reverts/settled-content.js';
import { canonicalJson } from '../canonical.js';
import { SETTLED_LOOKED_AT, type Store } from '../ports/store.js';

type Reading = Pick<Store, 'latestOf' | 'readStream' | 'settledWith'>;

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
 * Whether what is kept beside the journal of one pattern says the same as the journal: a disk that altered bytes leaves no mark. Asked before a
 * change is skipped, which is worth reading up to 512 reviews again. What was altered, added or left out among the latest is seen, and whether a
 * revert of them would be found.
 */
export async function agreesWithJournal(
  store: Reading,
  key: PatternKey,
  evidence: readonly Evidence[],
): Promise<boolean> {
  const ids = new Set([...(await store.latestOf(key)), ...evidence.map(({ review }) => review)]);
  const again: Evidence[] = [];
  for (const id of ids) {
    const review = fold(await store.readStream(`review/${id}`));
    const found = review && evidenceOf(review);
    if (found === undefined || review?.creator !== key.creator || review.type !== key.type) continue;
    if (!(await isFoundAgain(store, review))) return false;
    again.push(found);
  }
  return canonicalJson(inOrder(again)) === canonicalJson(inOrder(evidence));
}

/** Where more reviews of one content are known than are told, that this is one of them can't be seen. */
async function isFoundAgain(store: Reading, review: Review): Promise<boolean> {
  for (const object of settledContent(review)) {
    const known = await store.settledWith([object]);
    if (known.length < SETTLED_LOOKED_AT && !known.includes(review.id)) return false;
  }
  return true;
}

function inOrder(evidence: readonly Evidence[]): readonly Evidence[] {
  const byId = (a: Evidence, b: Evidence) => (a.review < b.review ? 1 : -1);
  return [...evidence].sort((a, b) => b.at - a.at || byId(a, b)).slice(0, EVIDENCE_LOOKED_AT);
}
