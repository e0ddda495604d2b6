import { isRefusal } from '../../../../domain/model/refusal.js';
import type { LivingRow } from '../../../../domain/task/living-table.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { flag } from '../../options.js';
import { analyticsLines } from '../../report/analytics.js';
import { printable } from '../../text/printable.js';
import { type Column } from '../../text/table.js';
import { rowsText } from '../rows-text.js';

export const execute: Execute = async (call, context) => {
  const [file] = call.args;
  const write = flag(call.options, 'write');
  const ask = { write, ...(file === undefined ? {} : { plan: context.resolve(file) }) };
  const shown = await context.ask(({ tasks }) => tasks.progress(ask));
  if (isRefusal(shown)) return shown;
  const report = await context.ask(({ analytics }) => analytics.summary());
  if (isRefusal(report)) return report;
  const { plan, tasks, rows, written, warnings } = shown;
  for (const warning of warnings) context.io.stderr.write(`countersign: ${printable(warning)}\n`);
  if (context.json) {
    await context.printJson('countersign/progress@1', { plan, tasks: rows, written, analytics: report });
    return exit.ok;
  }
  const complete = tasks.filter(({ status }) => status === 'complete').length;
  const unreviewed = tasks.filter(({ completion }) => completion === 'reviews_disabled').length;
  const blocked = tasks.filter(({ status }) => status === 'blocked').length;
  const table = await rowsText(
    rows.map((row) => ({ ...row, id: row.key })),
    context,
    () => columns,
  );
  const counts = [
    `${complete} of ${tasks.length} complete`,
    ...(unreviewed === 0 ? [] : [`${unreviewed} of them not reviewed`]),
    ...(blocked === 0 ? [] : [`${blocked} blocked: countersign inbox`]),
  ];
  const reviews = analyticsLines(report, context.terminal.columns);
  const end = written ? `\nWritten into ${printable(plan)}.` : '';
  await context.print(
    [
      `${printable(plan)}: ${counts.join(', ')}`,
      '',
      `${table}${end}`,
      ...(reviews.length === 0 ? [] : ['', ...reviews]),
    ].join('\n'),
  );
  return exit.ok;
};

const columns: readonly Column<LivingRow & { readonly id: string }>[] = [
  { title: '#', cell: ({ key }) => printable(key) },
  { title: 'TASK', cell: ({ title }) => printable(title), flexible: true },
  { title: 'STATUS', cell: ({ status }) => status },
  { title: 'ASSIGNEE', cell: ({ assignee }) => printable(assignee), dropped: 1 },
  { title: 'SPEC', cell: ({ spec }) => spec, dropped: 3 },
  { title: 'QUALITY', cell: ({ quality }) => quality, dropped: 2 },
  { title: 'FIX ITERATIONS', cell: ({ fixIterations }) => fixIterations, dropped: 4 },
];
