import {
  FINDINGS_LOOKED_AT,
  isAmong,
  type FindingFilter,
  type FindingList,
  type FindingRow,
  type ListedFinding,
} from '../../../application/ports/store.js';

/** `rows` are the findings of all reviews, the newest first. */
export function listFindings(rows: readonly FindingRow[], filter: FindingFilter): FindingList {
  const { state, before, limit = 50 } = filter;
  const start = before === undefined ? 0 : rows.findIndex(({ id }) => id.toLowerCase() === before.toLowerCase()) + 1;
  const older = before !== undefined && start === 0 ? [] : rows.slice(start);
  const walked = state === undefined || state.includes('open');
  const looked = older.filter((row) => walked || state.includes(row.state)).slice(0, FINDINGS_LOOKED_AT);
  const found = problems(looked).filter((row) => state === undefined || isAmong(row, state));
  const findings = found.slice(0, limit);
  if (found.length > limit) return { findings, next: findings.at(-1)?.id ?? null };
  return { findings, next: looked.length === FINDINGS_LOOKED_AT ? (looked.at(-1)?.id ?? null) : null };
}

/** The newest finding of each fingerprint. */
function problems(rows: readonly FindingRow[]): readonly ListedFinding[] {
  const reviews = new Map<string, Set<string>>();
  for (const { fingerprint, reviewId } of rows)
    reviews.set(fingerprint, (reviews.get(fingerprint) ?? new Set()).add(reviewId));
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    if (seen.has(row.fingerprint)) return [];
    seen.add(row.fingerprint);
    return [{ ...row, reviews: reviews.get(row.fingerprint)?.size ?? 0 }];
  });
}
