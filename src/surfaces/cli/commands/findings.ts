import type { FindingRow } from '../../../application/ports/store.js';
import { counts, type Disposition } from '../../../domain/model/finding.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { count, text, texts } from '../options.js';
import { hanging } from '../text/layout.js';
import { claimWords } from '../report/summary.js';
import { type Paint, paintFor } from '../text/paint.js';
import { printable } from '../text/printable.js';
import { iso } from '../text/time.js';
import { findingStates } from '../words.js';

export const execute: Execute = async (call, context) => {
  const named = texts(call.options, 'state');
  const state = findingStates.filter((word) => (named.length === 0 ? word === 'open' : named.includes(word)));
  const limit = count(call.options, 'limit');
  const review = text(call.options, 'review');
  const before = text(call.options, 'before');
  const found = await context.ask((application) =>
    application.findings({
      state,
      ...(limit === undefined ? {} : { limit }),
      ...(review === undefined ? {} : { review }),
      ...(before === undefined ? {} : { before }),
    }),
  );
  if (isRefusal(found)) return found;
  const { findings, next } = found;
  if (context.json) await context.printJson('countersign/findings@1', { findings: findings.map(findingObject), next });
  else {
    const paint = paintFor(context.terminal);
    const none = `No findings (${state.join(', ').replaceAll('_', ' ')})${next === null ? '' : ' among the newest'}.`;
    const lines = findings.flatMap((row) => findingLines(row, context.terminal.columns, paint));
    const more = next === null ? [] : [`Older ones: countersign findings list --before ${printable(next)}`];
    await context.print([...(lines.length === 0 ? [none] : lines), ...more].join('\n'));
  }
  return 0;
};

type Row = FindingRow & { readonly reviews?: number };

/** A row with times as ISO 8601 UTC (docs/json.md). */
export function findingObject(row: Row): object {
  const { disposition } = row;
  return {
    ...row,
    counts: counts(row),
    disposition: disposition === null ? null : { ...disposition, at: iso(disposition.at) },
  };
}

/** One finding: id, place, severity and rule on the first line, its message and disposition below. */
export function findingLines(row: Row, columns: number, paint: Paint): string[] {
  const file = row.file === null ? '(the change)' : printable(row.file);
  const place = row.file === null || row.line === null || row.line < 1 ? file : `${file}:${row.line}`;
  const severity = paint.severity[row.severity](row.severity);
  const { disposition, reviews = 1 } = row;
  const counting = counts(row);
  const state = counting ? '' : ` [${row.state.replaceAll('_', ' ')}]`;
  const again = reviews > 1 ? `  in ${reviews} reviews` : '';
  // What somebody claimed before says nothing of how the finding was settled since.
  const settled =
    disposition?.state !== row.state
      ? []
      : hanging('  ', dispositionWords(disposition, counting), columns).map(paint.unsure);
  return [
    `${printable(row.id)}  ${place}  ${severity}  ${printable(row.rule ?? row.category)}${state}${again}`,
    ...hanging('  ', row.message, columns),
    ...settled,
  ];
}

/** Whose word it is, and that it counts for nothing where no credential of a person stands behind it. */
function dispositionWords(disposition: Disposition, counting: boolean): string {
  if (counting && disposition.state !== 'open') return claimWords(disposition);
  return `${disposition.actor}: ${disposition.reason}`;
}
