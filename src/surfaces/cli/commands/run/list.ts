import type { RunRow } from '../../../../application/ports/runs.js';
import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { rowsText } from '../rows-text.js';
import { count, flag } from '../../options.js';
import { runRowObject } from '../../report/run-object.js';
import { printable } from '../../text/printable.js';
import type { Column } from '../../text/table.js';
import { age } from '../../text/time.js';

export const execute: Execute = async (call, context) => {
  const limit = count(call.options, 'limit');
  const open = flag(call.options, 'open');
  const rows = await context.ask(({ runs }) =>
    runs.list({ ...(limit === undefined ? {} : { limit }), ...(open ? { open } : {}) }),
  );
  if (isRefusal(rows)) return rows;
  if (context.json) {
    await context.printJson('countersign/runs@1', { runs: rows.map(runRowObject) });
    return exit.ok;
  }
  if (rows.length === 0) {
    await context.print(open ? 'No run is open.' : 'No runs yet. Start one: countersign run start --agents A,B');
    return exit.ok;
  }
  await context.print(await rowsText(rows, context, columns));
  return exit.ok;
};

function columns(ids: ReadonlyMap<string, string>, now: number): Column<RunRow>[] {
  return [
    { title: 'ID', cell: ({ id }) => ids.get(id) ?? id },
    { title: 'AGE', cell: ({ startedAt }) => age(startedAt, now), align: 'right', dropped: 3 },
    { title: 'STATUS', cell: statusWords },
    { title: 'CYCLES', cell: ({ cycles }) => String(cycles), align: 'right', dropped: 2 },
    { title: 'ISSUES', cell: ({ issues }) => String(issues), align: 'right', dropped: 1 },
    { title: 'AGENTS', cell: ({ agents }) => printable(agents.join(', ')), dropped: 4 },
    { title: 'TITLE', cell: ({ title }) => printable(title), flexible: true },
  ];
}

function statusWords({ status, cause, flagged }: RunRow): string {
  if (status === 'paused') return `paused: ${cause?.replaceAll('_', ' ') ?? ''}`;
  return flagged && status === 'running' ? 'running, flagged' : status;
}
