import { contentOf } from '../../domain/findings/standing.js';
import { refuse, isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { DisposeRequest } from '../application.js';
import type { Clock } from '../ports/clock.js';
import type { FindingRow, Store } from '../ports/store.js';
import { loadReview } from '../queries/find-review.js';

const attempts = 5;

/**
 * Records what somebody decided about a finding: dismissed, risk accepted, or open again. It is bound to the content it was
 * decided on and stays visible. Without a human credential behind it, it does not change any decision (SPEC 2, rule 4).
 */
export async function dispose(
  store: Store,
  clock: Clock,
  request: DisposeRequest & { readonly actor: string },
): Promise<FindingRow | Refusal> {
  if (request.reason.trim() === '')
    return refuse('reason_missing', 'a finding is disposed of with a reason', 'add `--reason "why"`');
  const row = await findFinding(store, request.finding);
  if (isRefusal(row)) return row;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { review, version } = await loadReview(store, row.reviewId);
    const finding = review.findings.find(({ id }) => id === row.id);
    if (finding === undefined) throw new Error(`finding ${row.id} is listed but not in review ${row.reviewId}`);
    if (finding.state === request.state)
      return refuse('already_so', `finding ${row.id} is ${request.state} already`, 'nothing was changed');
    const { fingerprint } = finding;
    const { actor, reason, state } = request;
    const disposition = { state, actor, reason: reason.trim(), at: clock.now(), authority: 'claimed' } as const;
    const content = contentOf(finding, review.change);
    const appended = await store.append({
      stream: `review/${row.reviewId}`,
      expectedVersion: version,
      actor,
      at: disposition.at,
      events: [{ type: 'finding_disposed', data: { findingId: row.id, fingerprint, content, disposition } }],
    });
    if (appended.outcome === 'appended') return { ...row, state, disposition };
  }
  return refuse('busy', `finding ${row.id} is being changed by others`, 'try again');
}

async function findFinding(store: Store, prefix: string): Promise<FindingRow | Refusal> {
  const rows = await store.findFindings(prefix);
  const [row, second] = rows;
  if (row === undefined)
    return refuse(
      'unknown_finding',
      `no finding's id starts with "${prefix}"`,
      'see `countersign findings` for the ids',
    );
  const exact = rows.find(({ id }) => id === prefix);
  if (exact !== undefined) return exact;
  if (second !== undefined)
    return refuse(
      'ambiguous_id',
      `"${prefix}" begins the ids of ${rows.map(({ id }) => id).join(', ')}`,
      'type more letters of the one you mean',
    );
  return row;
}
