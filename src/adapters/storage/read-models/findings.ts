import type { FindingFilter, FindingRow } from '../../../application/ports/store.js';
import type { Disposition } from '../../../domain/model/finding.js';
import { statement, type SqlRow, type SqlValue, type Statement } from '../sqlite/connection.js';
import type { FindingRecord } from '../schema.js';
import { PLACES } from './place.js';
import { afterPrefix, PREFIX_MATCHES } from './reviews.js';

/** Rows of a list without a stated limit, over all reviews; the findings of one review are never cut silently. */
const DEFAULT_FINDINGS = 1000;

const newest = 'order by place desc limit ?';

/** Of the newest review first, in the order in which the review holds them. */
export function selectFindings(filter: FindingFilter): Statement {
  const limit = filter.limit ?? (filter.reviewId === undefined ? DEFAULT_FINDINGS : Number.MAX_SAFE_INTEGER);
  const states = [...new Set(filter.state)];
  if (filter.state !== undefined && states.length === 0) return statement('select * from findings where 1 = 0');
  if (filter.reviewId !== undefined) {
    const state = filter.state === undefined ? '' : `and +state in (${states.map(() => '?').join(', ')})`;
    return statement(
      `select findings.* from reviews join findings
         on place >= number * ${PLACES} and place < (number + 1) * ${PLACES}
       where reviews.id = ? ${state} ${newest}`,
      filter.reviewId,
      ...states,
      limit,
    );
  }
  if (filter.state === undefined) return statement(`select * from findings ${newest}`, limit);
  const one = `select * from (select * from findings where state = ? ${newest}) as one`;
  const parameters = states.flatMap((state): SqlValue[] => [state, limit]);
  if (states.length === 1) return statement(one, ...parameters);
  const all = states.map(() => one).join(' union all ');
  return statement(`select * from (${all}) as every ${newest}`, ...parameters, limit);
}

/** In the order of their ids. Ids compare without case. */
export function selectFindingsByPrefix(prefix: string): Statement {
  return statement(
    'select * from findings where id >= ? and id < ? order by id limit ?',
    prefix,
    afterPrefix(prefix),
    PREFIX_MATCHES,
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
