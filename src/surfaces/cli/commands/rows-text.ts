import type { Context } from '../context.js';
import { paintFor, type Paint } from '../text/paint.js';
import { shortIds } from '../text/short-ids.js';
import { type Column, table } from '../text/table.js';

/** Rows under their headings, as wide as the terminal; a pipe gets all of them. `columns` is given the ids as short as they can be told apart. */
export async function rowsText<Row extends { readonly id: string }>(
  rows: readonly Row[],
  { io, terminal }: Pick<Context, 'io' | 'terminal'>,
  columns: (ids: ReadonlyMap<string, string>, now: number, paint: Paint) => readonly Column<Row>[],
): Promise<string> {
  const width = io.stdout.isTTY === true ? terminal.columns : undefined;
  const paint = paintFor(terminal);
  const ids = shortIds(rows.map(({ id }) => id));
  return (await table(rows, columns(ids, io.now(), paint), width, paint.faint)).join('\n');
}
