import type { TaskRow } from '../../../../application/ports/tasks.js';
import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { count } from '../../options.js';
import { taskRowObject } from '../../report/task-object.js';
import { printable } from '../../text/printable.js';
import type { Column } from '../../text/table.js';
import { rowsText } from '../rows-text.js';

export const execute: Execute = async (call, context) => {
  const limit = count(call.options, 'limit');
  const rows = await context.ask(({ tasks }) => tasks.list(limit === undefined ? {} : { limit }));
  if (isRefusal(rows)) return rows;
  if (context.json) {
    await context.printJson('countersign/tasks@1', { tasks: rows.map(taskRowObject) });
    return exit.ok;
  }
  await context.print(
    rows.length === 0
      ? 'No tasks yet. Import a plan: countersign task import PLAN'
      : await rowsText(rows, context, columns),
  );
  return exit.ok;
};

function columns(ids: ReadonlyMap<string, string>): Column<TaskRow>[] {
  return [
    { title: 'ID', cell: ({ id }) => ids.get(id) ?? id, dropped: 3 },
    { title: '#', cell: ({ key }) => printable(key) },
    { title: 'STATUS', cell: statusWords },
    { title: 'WORKER', cell: ({ assignee }) => printable(assignee ?? '-'), dropped: 2 },
    { title: 'PLAN', cell: ({ plan }) => printable(plan), dropped: 1 },
    { title: 'TASK', cell: ({ title }) => printable(title), flexible: true },
  ];
}

function statusWords({ status, completion, waitsFor, revisions }: TaskRow): string {
  if (completion === 'reviews_disabled') return 'complete, not reviewed';
  if (waitsFor !== null) return 'waits for a person';
  if (status === 'in_progress' && revisions > 0) return `revision ${revisions}`;
  return status.replaceAll('_', ' ');
}
