import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

type Root = ReturnType<typeof fromMarkdown>;
export type Block = Root['children'][number];
type Table = Extract<Block, { type: 'table' }>;

/** What a column of a task table holds. */
const columnNames = {
  key: ['#', 'id', 'no', 'no.'],
  title: ['task', 'title'],
  status: ['status'],
  assignee: ['assignee', 'owner'],
  spec: ['spec'],
  quality: ['quality'],
  fixIterations: ['fix iterations'],
  scope: ['scope'],
  acceptance: ['acceptance', 'acceptance criteria'],
  dependsOn: ['depends on', 'dependencies'],
} as const;

export type ColumnName = keyof typeof columnNames;

/** Where the words of a cell stand in the text: without bars and the space around them. */
export interface Cell {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface TableRow {
  /** 1-based. */
  readonly line: number;
  readonly cells: ReadonlyMap<ColumnName, Cell>;
}

export interface TaskTable {
  readonly columns: ReadonlySet<ColumnName>;
  readonly rows: readonly TableRow[];
}

/** A Markdown text by its blocks. A byte order mark counts as a character of the text. */
export function blocksOf(text: string): readonly Block[] {
  // The parser leaves a byte order mark out of its offsets; a space in its place keeps them.
  const marked = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
  return fromMarkdown(marked, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] }).children;
}

/** The tables whose heading has `#` and `Task`, in order; what stands in code is none. */
export function taskTables(text: string, blocks: readonly Block[] = blocksOf(text)): readonly TaskTable[] {
  return blocks.flatMap((block) => {
    const table = block.type === 'table' ? read(text, block) : undefined;
    return table === undefined ? [] : [table];
  });
}

function read(text: string, { children: [heading, ...rows] }: Table): TaskTable | undefined {
  const titles = (heading?.children ?? []).map((cell) => columnOf(cellOf(text, cell)?.text ?? ''));
  const columns = new Set(titles.filter((name) => name !== undefined));
  if (!columns.has('key') || !columns.has('title')) return undefined;
  return {
    columns,
    rows: rows.map((row) => ({
      line: row.position?.start.line ?? 1,
      cells: new Map(
        row.children.flatMap((cell, index): [ColumnName, Cell][] => {
          const [name, found] = [titles[index], cellOf(text, cell)];
          return name === undefined || found === undefined ? [] : [[name, found]];
        }),
      ),
    })),
  };
}

function columnOf(title: string): ColumnName | undefined {
  const word = title.replaceAll(/[*_`]/gu, '').trim().toLowerCase();
  const named = Object.entries(columnNames).find(([, words]) => words.some((each) => each === word));
  return named?.[0] as ColumnName | undefined;
}

function cellOf(text: string, { position }: Table['children'][number]['children'][number]): Cell | undefined {
  const [from, to] = [position?.start.offset, position?.end.offset];
  if (from === undefined || to === undefined) return undefined;
  const whole = text.slice(from, to);
  const lead = /^\|?[ \t]*/u.exec(whole)?.[0].length ?? 0;
  const body = whole
    .slice(lead)
    .replace(/(?<=(?:^|[^\\])(?:\\\\)*)\|$/u, '')
    .trimEnd();
  return { start: from + lead, end: from + lead + body.length, text: body.replaceAll('\\|', '|') };
}
