import { fold } from '../../domain/lifecycle/evolve.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import type { ReviewRow, Store } from '../ports/store.js';

/** The row that `id` names: a whole id, an unambiguous beginning, or `latest`. */
export async function findReviewRow(store: Store, id: string): Promise<ReviewRow | Refusal> {
  const rows = id === 'latest' ? await store.listReviews({ limit: 1 }) : await store.findReviews(id);
  const missing =
    id === 'latest'
      ? refuse('unknown_review', 'no review is on record here', 'run `countersign review` first')
      : refuse('unknown_review', `no review's id starts with "${id}"`, 'see `countersign list` for the ids');
  return rowNamed(id, rows, missing, ({ status, title }) => `${status.replaceAll('_', ' ')}  ${title}`);
}

/** A slip of one letter must not name another: each kind of id is abbreviated to as many letters at least. */
export const fewestLetters = 6;

/** The one row that `id` names among those whose ids begin so; `says` is what else is shown of a row where there are several. */
export function rowNamed<Row extends { readonly id: string }>(
  id: string,
  rows: readonly Row[],
  missing: Refusal,
  says: (row: Row) => string,
): Row | Refusal {
  const exact = rows.find((row) => row.id.toLowerCase() === id.toLowerCase());
  const [first, second] = rows;
  if (exact !== undefined || first === undefined) return exact ?? missing;
  if (second === undefined && id.length >= fewestLetters) return first;
  return ambiguousId(
    id,
    rows.map((row) => `${row.id}  ${says(row)}`),
  );
}

/** The state of a review that is known to exist. Throws when its stream is missing. */
export async function loadReview(store: Store, id: string): Promise<{ review: Review; version: number }> {
  const events = await store.readStream(`review/${id}`);
  const review = fold(events);
  if (review === undefined)
    throw new Error(`review ${id} is listed but its stream is empty: run \`countersign rebuild\``);
  return { review, version: events.length };
}

/** Several begin so. `candidates` are at most 10, one a line. */
export function ambiguousId(prefix: string, candidates: readonly string[]): Refusal {
  return {
    ...refuse(
      'ambiguous_id',
      candidates.length === 1
        ? `"${prefix}" is too short to name one:`
        : `"${prefix}" begins the ids of ${candidates.length === 10 ? '10 or more' : candidates.length}:`,
    ),
    problems: candidates.map((message) => ({ message })),
    remedy: 'Type more letters of the one you mean.',
  };
}
