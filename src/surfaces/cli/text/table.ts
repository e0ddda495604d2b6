import { cutTo, type Measure, measureFor, padLeft, padRight } from './measure.js';

const narrowestFlexible = 12;

/** One column of a table; cells are printable texts. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  readonly align?: 'right';
  /** Gives way first when the table is too wide. At most one column. */
  readonly flexible?: true;
  /** Columns with a number are left out where the table is too wide, the lowest number first. */
  readonly dropped?: number;
  /** Colours a cell after it was padded. */
  readonly brush?: (text: string, row: Row) => string;
}

/**
 * Aligned columns, two spaces apart. To fit a terminal of `columns`, columns are left out and the flexible one is cut;
 * undefined (a pipe) keeps everything.
 */
export async function table<Row>(
  rows: readonly Row[],
  spec: readonly Column<Row>[],
  columns: number | undefined,
  heading: (text: string) => string = (text) => text,
): Promise<string[]> {
  const measure = await measureFor(rows.flatMap((row) => spec.map((column) => column.cell(row))));
  const { kept, widths } = fitted(rows, spec, columns, measure);
  const line = (cell: (column: Column<Row>) => string, row?: Row): string =>
    kept
      .map((column, index) => {
        const width = widths[index] ?? 0;
        const text = cutTo(cell(column), width, measure);
        const pad = column.align === 'right' ? padLeft : padRight;
        const aligned = pad(text, width, measure);
        return row === undefined || column.brush === undefined ? aligned : column.brush(aligned, row);
      })
      .join('  ')
      .trimEnd();
  return [heading(line((column) => column.title)), ...rows.map((row) => line((column) => column.cell(row), row))];
}

function fitted<Row>(
  rows: readonly Row[],
  spec: readonly Column<Row>[],
  columns: number | undefined,
  measure: Measure,
): { kept: readonly Column<Row>[]; widths: readonly number[] } {
  const measured = spec.map((column) => ({
    column,
    width: Math.max(measure(column.title), ...rows.map((row) => measure(column.cell(row)))),
  }));
  const widths = (): number[] => measured.map(({ width }) => width);
  const excess = (): number =>
    columns === undefined ? 0 : widths().reduce((sum, width) => sum + width + 2, -2) - columns;
  const flexible = measured.find(({ column }) => column.flexible === true);
  const spare = (): number => (flexible === undefined ? 0 : Math.max(0, flexible.width - narrowestFlexible));
  const droppable = measured.filter(({ column }) => column.dropped !== undefined);
  droppable.sort((a, b) => (a.column.dropped ?? 0) - (b.column.dropped ?? 0));
  for (const candidate of droppable) {
    if (excess() > spare()) measured.splice(measured.indexOf(candidate), 1);
  }
  if (flexible !== undefined && excess() > 0) flexible.width -= Math.min(excess(), spare());
  return { kept: measured.map(({ column }) => column), widths: widths() };
}
