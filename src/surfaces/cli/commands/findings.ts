import type { FindingRow } from '../../../application/ports/store.js';
import type { Disposition } from '../../../domain/model/finding.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { count, text, texts } from '../options.js';
import { hanging } from '../text/layout.js';
import { type Paint, paintFor } from '../text/paint.js';
import { printable } from '../text/printable.js';
import { iso } from '../text/time.js';
import { findingStates } from '../words.js';

export const execute: Execute = async (call, context) => {
  const named = texts(call.options, 'state');
  const state = findingStates.filter((word) => (named.length === 0 ? word === 'open' : named.includes(word)));
  const limit = count(call.options, 'limit');
  const reviewId = text(call.options, 'review');
  const rows = await context.ask((application) =>
    application.findings({
      state,
      ...(limit === undefined ? {} : { limit }),
      ...(reviewId === undefined ? {} : { reviewId }),
    }),
  );
  if (isRefusal(rows)) return rows;
  if (context.json) await context.printJson('countersign/findings@1', { findings: rows.map(findingObject) });
  else if (rows.length === 0) await context.print(`No findings (${state.join(', ').replaceAll('_', ' ')}).`);
  else {
    const paint = paintFor(context.terminal);
    await context.print(rows.flatMap((row) => findingLines(row, context.terminal.columns, paint)).join('\n'));
  }
  return 0;
};

/** A row with times as ISO 8601 UTC (docs/json.md). */
export function findingObject(row: FindingRow): object {
  return { ...row, disposition: row.disposition === null ? null : { ...row.disposition, at: iso(row.disposition.at) } };
}

/** One finding: id, place, severity and rule on the first line, its message and disposition below. */
export function findingLines(row: FindingRow, columns: number, paint: Paint): string[] {
  const file = row.file === null ? '(the change)' : printable(row.file);
  const place = row.file === null || row.line === null || row.line < 1 ? file : `${file}:${row.line}`;
  const severity = paint.severity[row.severity](row.severity);
  const state = row.state === 'open' ? '' : ` [${row.state.replaceAll('_', ' ')}]`;
  const { disposition } = row;
  const settled = disposition === null ? [] : hanging('  ', dispositionWords(disposition), columns).map(paint.unsure);
  return [
    `${printable(row.id)}  ${place}  ${severity}  ${printable(row.rule ?? row.category)}${state}`,
    ...hanging('  ', row.message, columns),
    ...settled,
  ];
}

/** Whose word it is, and that it counts for nothing where no credential of a person stands behind it. */
function dispositionWords({ actor, reason, authority, state }: Disposition): string {
  const claimed = authority === 'claimed' && state !== 'open' ? ' (claimed, changes no decision)' : '';
  return `${actor}${claimed}: ${reason}`;
}
