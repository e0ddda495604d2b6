import type { ReviewRow } from '../../../application/ports/store.js';
import type { Refusal } from '../../../domain/model/refusal.js';
import type { ReviewStatus } from '../../../domain/model/review.js';
import type { Call, Context } from '../context.js';
import { count, text, texts } from '../options.js';
import type { Paint } from '../text/paint.js';
import { printable } from '../text/printable.js';
import type { Column } from '../text/table.js';
import { age, iso } from '../text/time.js';
import { mineWords, reviewStatuses } from '../words.js';
import { rowsText } from './rows-text.js';

/** The rows that the options name. */
export function rowsOf(call: Call, context: Context): Promise<readonly ReviewRow[] | Refusal> {
  const status = statusesOf(call);
  const limit = count(call.options, 'limit');
  const limited = limit === undefined ? {} : { limit };
  const mine = mineWords.find((word) => word === text(call.options, 'mine'));
  return context.ask((application) =>
    mine === undefined
      ? application.list({ ...(status.length === 0 ? {} : { status }), ...limited })
      : application.peer.listReviews({ mine, ...limited }),
  );
}

export async function listText(rows: readonly ReviewRow[], call: Call, context: Context): Promise<string> {
  if (rows.length === 0) {
    const narrowed = statusesOf(call).length > 0 || text(call.options, 'mine') !== undefined;
    return narrowed ? 'No such reviews.' : 'No reviews yet. Start one: countersign review';
  }
  return rowsText(rows, context, columns);
}

function statusesOf(call: Call): readonly ReviewStatus[] {
  const named = texts(call.options, 'status');
  return reviewStatuses.filter((word) => named.includes(word));
}

/** A row with times as ISO 8601 UTC (docs/json.md). */
export function reviewObject(row: ReviewRow): object {
  return {
    ...row,
    createdAt: iso(row.createdAt),
    startedAt: iso(row.startedAt),
    completedAt: iso(row.completedAt),
    leaseUntil: iso(row.leaseUntil),
  };
}

/** What is pending and completed was stopped by whoever ran it, and waits for nobody. */
function statusWords({ status, outcome, completedAt }: ReviewRow): string {
  return status === 'pending' && outcome === 'inconclusive' && completedAt !== null
    ? 'interrupted'
    : status.replaceAll('_', ' ');
}

/** `approved`, `approved by dana` where a person decided. */
export function outcomeWords({ outcome, decidedBy }: ReviewRow): string {
  if (outcome === null) return '-';
  return `${outcome.replaceAll('_', ' ')}${decidedBy === null ? '' : ` by ${printable(decidedBy)}`}`;
}

function columns(ids: ReadonlyMap<string, string>, now: number, paint: Paint): Column<ReviewRow>[] {
  return [
    { title: 'ID', cell: (row) => printable(ids.get(row.id) ?? row.id) },
    { title: 'AGE', cell: (row) => age(row.createdAt, now), align: 'right', dropped: 3 },
    {
      title: 'STATUS',
      cell: statusWords,
      brush: (text, row) => (row.outcome === null ? text : paint.outcome[row.outcome](text)),
    },
    { title: 'OUTCOME', cell: outcomeWords, dropped: 1 },
    { title: 'OPEN', cell: (row) => String(row.openFindings), align: 'right', dropped: 4 },
    { title: 'CREATOR -> REVIEWER', cell: (row) => printable(`${row.creator} -> ${row.reviewer ?? '-'}`), dropped: 2 },
    { title: 'TITLE', cell: (row) => printable(row.title), flexible: true },
  ];
}
