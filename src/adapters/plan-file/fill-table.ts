import type { WrittenPlan } from '../../application/ports/plan.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import type { LivingRow } from '../../domain/task/living-table.js';
import { emptyIsNull } from './markdown-plan.js';
import { taskTables, type Cell, type ColumnName } from './task-table.js';

const written = {
  status: 'Status',
  assignee: 'Assignee',
  spec: 'Spec',
  quality: 'Quality',
  fixIterations: 'Fix Iterations',
} as const satisfies Partial<Record<ColumnName, string>>;

const columns = Object.keys(written) as (keyof typeof written)[];

/** Writes the living table into the task tables of a Markdown plan, and touches no byte but those of cells that change. */
export function fillTable(text: string, path: string, rows: readonly LivingRow[]): WrittenPlan | Refusal {
  const tables = taskTables(text);
  if (tables.length === 0)
    return refuse(
      'no_task_table',
      `${path} holds no table with the columns # and Task to write into`,
      'see `countersign progress`; a table in the plan can be kept up to date',
    );
  const cells = tables.flatMap((table) =>
    table.rows.flatMap((row) => {
      const living = rows.find(({ key }) => key === row.cells.get('key')?.text);
      if (living === undefined) return [];
      return columns.flatMap((name) => {
        const cell = row.cells.get(name);
        return cell === undefined ? [] : [{ cell, value: oneLine(living[name]) }];
      });
    }),
  );
  const missing = columns.filter((name) => tables.every((table) => !table.columns.has(name)));
  return { text: replaced(text, cells), missing: missing.map((name) => written[name]) };
}

/** A cell is one line, and a bar would end it. */
function oneLine(value: string): string {
  return value.replaceAll(/\s+/gu, ' ').trim().replaceAll('\\', '\\\\').replaceAll('|', '\\|');
}

function replaced(text: string, cells: readonly { readonly cell: Cell; readonly value: string }[]): string {
  return cells
    .toSorted((a, b) => b.cell.start - a.cell.start)
    .reduce((whole, { cell, value }) => {
      const same = cell.text === value || (emptyIsNull(cell.text) === null && emptyIsNull(value) === null);
      if (same) return whole;
      // The bar after it must not touch the words of a cell that had no room, nor a backslash, which would escape it.
      const closed = whole.slice(cell.end).startsWith('|');
      const room = closed && (cell.start === cell.end || value.endsWith('\\')) ? ' ' : '';
      const before = whole.slice(0, cell.start).endsWith('|') ? ' ' : '';
      return `${whole.slice(0, cell.start)}${before}${value}${room}${whole.slice(cell.end)}`;
    }, text);
}
