import type { ListedGate } from '../../../../application/gate/look.js';
import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { rowsText } from '../rows-text.js';
import { count } from '../../options.js';
import { gateRowObject } from '../../report/gate-object.js';
import { printable } from '../../text/printable.js';
import type { Column } from '../../text/table.js';
import { age } from '../../text/time.js';

export const execute: Execute = async (call, context) => {
  const limit = count(call.options, 'limit');
  const rows = await context.ask(({ gates }) => gates.list(limit === undefined ? {} : { limit }));
  if (isRefusal(rows)) return rows;
  if (context.json) {
    await context.printJson('countersign/gates@1', { gates: rows.map(gateRowObject) });
    return exit.ok;
  }
  if (rows.length === 0) {
    await context.print('No gates yet. Start one: countersign gate run --workflow FILE --task NAME');
    return exit.ok;
  }
  await context.print(await rowsText(rows, context, columns));
  return exit.ok;
};

function columns(ids: ReadonlyMap<string, string>, now: number): Column<ListedGate>[] {
  return [
    { title: 'ID', cell: ({ id }) => ids.get(id) ?? id },
    { title: 'AGE', cell: ({ startedAt }) => age(startedAt, now), align: 'right', dropped: 2 },
    { title: 'STATUS', cell: statusWords },
    { title: 'ITERATIONS', cell: ({ iterations }) => String(iterations), align: 'right', dropped: 1 },
    {
      title: 'CODER -> REVIEWER',
      cell: ({ coder, reviewer }) => printable(`${coder} -> ${reviewer ?? '-'}`),
      dropped: 3,
    },
    { title: 'TASK', cell: ({ task }) => printable(task), flexible: true },
  ];
}

function statusWords({ standing, reason }: ListedGate): string {
  switch (standing) {
    case 'go':
      return 'GO';
    case 'no_go':
      return 'NO_GO';
    case 'changed':
    case 'missing':
      return `no GO: ${standing}`;
    case 'ungated':
      return 'not reviewed';
    case 'waiting':
      return `waiting: ${reason?.replaceAll('_', ' ') ?? ''}`;
    default:
      return standing;
  }
}
