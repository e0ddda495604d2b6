import type { ReviewRow } from '../../../application/ports/store.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { count, texts } from '../options.js';
import { paintFor } from '../text/paint.js';
import { printable } from '../text/printable.js';
import { type Column, table } from '../text/table.js';
import { age, iso } from '../text/time.js';
import { reviewStatuses } from '../words.js';
import { shortIds } from '../text/short-ids.js';

export const execute: Execute = async (call, context) => {
  const named = texts(call.options, 'status');
  const status = reviewStatuses.filter((word) => named.includes(word));
  const limit = count(call.options, 'limit');
  const rows = await context.ask((application) =>
    application.list({ ...(status.length === 0 ? {} : { status }), ...(limit === undefined ? {} : { limit }) }),
  );
  if (isRefusal(rows)) return rows;
  if (context.json) {
    await context.printJson('countersign/list@1', { reviews: rows.map(reviewObject) });
  } else if (rows.length === 0) {
    await context.print(status.length === 0 ? 'No reviews yet. Start one: countersign review' : 'No such reviews.');
  } else {
    const width = context.io.stdout.isTTY === true ? context.terminal.columns : undefined;
    const paint = paintFor(context.terminal);
    const lines = await table(rows, columnsFor(rows, context.io.now(), paint), width, paint.faint);
    await context.print(lines.join('\n'));
  }
  return 0;
};

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

/** `approved`, `approved by dana` where a person decided. */
export function outcomeWords({ outcome, decidedBy }: ReviewRow): string {
  if (outcome === null) return '-';
  return `${outcome.replaceAll('_', ' ')}${decidedBy === null ? '' : ` by ${printable(decidedBy)}`}`;
}

function columnsFor(rows: readonly ReviewRow[], now: number, paint: ReturnType<typeof paintFor>): Column<ReviewRow>[] {
  const ids = shortIds(rows.map((row) => row.id));
  return [
    { title: 'ID', cell: (row) => printable(ids.get(row.id) ?? row.id) },
    { title: 'AGE', cell: (row) => age(row.createdAt, now), align: 'right', dropped: 3 },
    {
      title: 'STATUS',
      cell: (row) => row.status.replaceAll('_', ' '),
      brush: (text, row) => (row.outcome === null ? text : paint.outcome[row.outcome](text)),
    },
    { title: 'OUTCOME', cell: outcomeWords, dropped: 1 },
    { title: 'OPEN', cell: (row) => String(row.openFindings), align: 'right', dropped: 4 },
    { title: 'CREATOR -> REVIEWER', cell: (row) => printable(`${row.creator} -> ${row.reviewer ?? '-'}`), dropped: 2 },
    { title: 'TITLE', cell: (row) => printable(row.title), flexible: true },
  ];
}
