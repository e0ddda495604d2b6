import { OCCURRENCES_LOOKED_AT, WRONG_LOOKED_AT, type DecidedWrong } from '../../../application/ports/memory.js';
import { counts } from '../../../domain/model/finding.js';
import type { Occurrence } from '../../../domain/model/occurrence.js';
import type { FindingRecord, ReviewRecord } from '../schema.js';
import { statement, type SqlRow, type Statement } from '../sqlite/connection.js';
import { findingRow, marks } from './findings.js';
import { PLACES } from './place.js';

const columns = `found.*, reviews.patch_id, reviews.title, reviews.status, coalesce(completed_at, created_at) as at`;
const itsReview = `cross join reviews where reviews.number = found.place / ${PLACES} order by found.place desc`;

export const selectOccurrences = statement(
  `select ${columns} from (select * from findings order by place desc limit ?) as found ${itsReview}`,
  OCCURRENCES_LOOKED_AT,
);

const wrong = `select * from (select * from findings where state = ? and state <> 'open' order by place desc limit ?)`;

/** Each state is its own walk along the index of what is settled. */
export const selectWrong = statement(
  `select ${columns} from (${wrong} union all ${wrong}) as found ${itsReview}`,
  ...['dismissed', WRONG_LOOKED_AT, 'refuted', WRONG_LOOKED_AT],
);

/** Asked for in one statement. */
const KEYS_AT_ONCE = 400;
const OF_EACH = 8;

export function selectDecidedWrong(knownAs: readonly string[]): readonly Statement[] {
  const batches = Array.from({ length: Math.ceil(knownAs.length / KEYS_AT_ONCE) }, (_, index) =>
    knownAs.slice(index * KEYS_AT_ONCE, (index + 1) * KEYS_AT_ONCE),
  );
  return batches.map((batch) =>
    statement(
      `select known_as, review_id, id, service from (
         select findings.*, row_number() over (partition by known_as order by place desc) as nth
         from findings where known_as in (${marks(batch)}) and known_as is not null and state in ('dismissed', 'refuted'))
       where nth <= ${OF_EACH} order by place desc`,
      ...batch,
    ),
  );
}

export function decidedWrongRow(row: SqlRow): DecidedWrong {
  const { known_as, review_id, id, service } = row as unknown as FindingRecord;
  return { knownAs: known_as ?? '', review: review_id, finding: id, service };
}

type Joined = FindingRecord & Pick<ReviewRecord, 'patch_id' | 'title' | 'status'> & { readonly at: number };

export function occurrenceRow(row: SqlRow): Occurrence {
  const { service, raised_by, patch_id, title, status, at } = row as unknown as Joined;
  const found = findingRow(row);
  const { id, reviewId, state, severity, category, rule, file, line, message } = found;
  return {
    ...{ review: reviewId, finding: id, service, state, severity, category, rule, file, line, message },
    raisedBy: JSON.parse(raised_by) as readonly string[],
    counts: counts(found),
    content: patch_id,
    title,
    status,
    at,
  };
}
