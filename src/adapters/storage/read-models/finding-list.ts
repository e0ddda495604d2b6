import { FINDINGS_LOOKED_AT, type FindingFilter, type FindingList } from '../../../application/ports/store.js';
import type { FindingState } from '../../../domain/model/finding.js';
import { statement, type SqlRow, type SqlValue, type Statement } from '../sqlite/connection.js';
import { findingRow, marks, orClaimed } from './findings.js';

const DEFAULT_LIMIT = 50;

/** The problems among the findings looked at: of each the newest finding, where its state is asked for; one too many. */
export function selectListedFindings(filter: FindingFilter): Statement {
  const { state, limit = DEFAULT_LIMIT } = filter;
  const looked = lookedAt(filter);
  const among = state === undefined ? '' : `and (newest.state in (${marks(state)})${orClaimed(state, 'newest')})`;
  return statement(
    `with looked as (${looked.sql}),
       problems as (select max(place) as place, count(distinct review_id) as reviews from looked group by fingerprint)
     select newest.*, problems.reviews from problems cross join findings as newest
     where newest.place = problems.place ${among} order by newest.place desc limit ?`,
    ...looked.parameters,
    ...(state ?? []),
    limit + 1,
  );
}

/** How many findings were looked at, and the id of the last of them. */
export function selectLookedAt(filter: FindingFilter): Statement {
  const looked = lookedAt(filter);
  return statement(
    `with looked as (${looked.sql})
     select (select count(*) from looked) as findings,
       (select id from findings where place = (select min(place) from looked)) as last`,
    ...looked.parameters,
  );
}

interface LookedAt {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

const newest = 'order by place desc limit ?';

/** Open is what most findings are: the newest of any state are walked. The others have an index, each its own walk along it. */
function lookedAt({ state, before }: FindingFilter): LookedAt {
  const after = before === undefined ? '' : 'and place < (select max(place) from findings where id = ?)';
  const from = before === undefined ? [] : [before];
  const columns = 'select place, fingerprint, review_id from findings';
  if (state === undefined || state.includes('open')) {
    return { sql: `${columns} where 1 = 1 ${after} ${newest}`, parameters: [...from, FINDINGS_LOOKED_AT] };
  }
  const one = `select * from (${columns} where state = ? and state <> 'open' ${after} ${newest}) as one`;
  const states = [...new Set<FindingState>(state)];
  if (states.length === 0) return { sql: `${columns} where 1 = 0`, parameters: [] };
  const parameters = states.flatMap((word): SqlValue[] => [word, ...from, FINDINGS_LOOKED_AT]);
  return {
    sql: `select * from (${states.map(() => one).join(' union all ')}) as every ${newest}`,
    parameters: [...parameters, FINDINGS_LOOKED_AT],
  };
}

/** `looked` is asked only where the problems found do not fill the list. */
export async function findingList(
  { limit = DEFAULT_LIMIT }: FindingFilter,
  rows: readonly SqlRow[],
  looked: () => Promise<readonly SqlRow[]>,
): Promise<FindingList> {
  const findings = rows.slice(0, limit).map((row) => ({ ...findingRow(row), reviews: Number(row['reviews']) }));
  if (rows.length > limit) return { findings, next: findings.at(-1)?.id ?? null };
  const [end] = await looked();
  const isFull = Number(end?.['findings']) === FINDINGS_LOOKED_AT;
  return { findings, next: isFull ? String(end?.['last']) : null };
}
