import type { FindingRow } from '../../../application/ports/store.js';
import type { Disposition, FindingState } from '../../../domain/model/finding.js';
import { statement, type SqlRow, type Statement } from '../sqlite/connection.js';
import type { FindingRecord } from '../schema.js';
import { PLACES } from './place.js';

/** In the order in which the review holds them. */
export function selectFindingsOf(
  reviewId: string,
  { state, limit = Number.MAX_SAFE_INTEGER }: { readonly state?: readonly FindingState[]; readonly limit?: number },
): Statement {
  const among = state === undefined ? '' : `and (+state in (${marks(state)})${orClaimed(state, 'findings')})`;
  return statement(
    `select findings.* from reviews join findings
       on place >= number * ${PLACES} and place < (number + 1) * ${PLACES}
     where reviews.id = ? ${among} order by place desc limit ?`,
    reviewId,
    ...(state ?? []),
    limit,
  );
}

export function findingRow(row: SqlRow): FindingRow {
  const record = row as unknown as FindingRecord;
  return {
    id: record.id,
    fingerprint: record.fingerprint,
    reviewId: record.review_id,
    state: record.state,
    severity: record.severity,
    category: record.category,
    rule: record.rule,
    file: record.file,
    line: record.line,
    message: record.message,
    disposition: record.disposition === null ? null : (JSON.parse(record.disposition) as Disposition),
  };
}

/**
 * What is settled by a mere claim counts all the same and stands among what is open (`counts`). The words of whoever claimed it
 * cannot hold the pattern: a quotation mark of theirs stands behind a backslash.
 */
export function orClaimed(state: readonly FindingState[], table: string): string {
  if (!state.includes('open')) return '';
  return ` or (+${table}.state in ('dismissed', 'risk_accepted') and ${table}.disposition like '%"authority":"claimed"%')`;
}

/** A mark for each parameter of a list. */
export function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
