import type { Problem } from '../../domain/model/refusal.js';
import type { Found, Mention } from './check-plan.js';
import { blocksOf, type Block, type ColumnName, type TableRow, taskTables } from './task-table.js';

/** A key of a task in a sentence. */
const key = String.raw`[A-Za-z0-9][\w.-]*`;
const list = String.raw`tasks?\s+(${key}(?:\s*(?:,|and|&)\s*(?:and\s+)?(?:tasks?\s+)?${key})*)`;
const sentence = new RegExp(String.raw`^${list}\s*:\s*(?:depends?\s+on\s+(all others|${list})|independent)`, 'iu');

/** The tasks of a Markdown plan: the rows of its task tables, and what a list under a heading "Dependencies" says of them. */
export function readMarkdownPlan(text: string): { readonly found: readonly Found[]; readonly problems: Problem[] } {
  const blocks = blocksOf(text);
  const rows = taskTables(text, blocks).flatMap((table) => table.rows);
  const said = dependencies(text, blocks);
  const keys = rows.map((row) => cell(row, 'key'));
  const found = rows.map((row) => foundIn(row, said.mentions, keys));
  const unknown = said.mentions
    .filter(({ of }) => !keys.includes(of))
    .map(({ of, line }) => ({ line, message: `no task is called "${of}"`, expected: 'a task of the table' }));
  return { found, problems: [...said.problems, ...unknown] };
}

function foundIn(row: TableRow, mentions: readonly Said[], keys: readonly string[]): Found {
  const own = cell(row, 'key');
  const inTable = wordsOf(emptyIsNull(cell(row, 'dependsOn')) ?? '').map((on) => ({ key: on, line: row.line }));
  const inList = mentions
    .filter(({ of }) => of === own)
    .flatMap(({ on, line }) =>
      (on === 'all' ? keys.filter((each) => each !== own) : on).map((each) => ({ key: each, line })),
    );
  return {
    line: row.line,
    task: {
      key: own,
      title: cell(row, 'title'),
      scope: emptyIsNull(cell(row, 'scope')),
      acceptance: emptyIsNull(cell(row, 'acceptance')),
      assignee: emptyIsNull(cell(row, 'assignee')),
      status: emptyIsNull(cell(row, 'status')),
    },
    dependsOn: [...inTable, ...inList] satisfies Mention[],
  };
}

function cell(row: TableRow, name: ColumnName): string {
  return row.cells.get(name)?.text ?? '';
}

/** A cell that holds a dash says nothing. */
export function emptyIsNull(text: string): string | null {
  return /^[-–—]*$/u.test(text.trim()) ? null : text.trim();
}

function wordsOf(text: string): string[] {
  return text
    .split(/[\s,;&]+|\band\b/iu)
    .map((word) => word.replace(/^#/u, ''))
    .filter((word) => word !== '' && !/^tasks?$/iu.test(word));
}

interface Said {
  readonly of: string;
  readonly on: readonly string[] | 'all';
  readonly line: number;
}

function dependencies(text: string, blocks: readonly Block[]): { mentions: Said[]; problems: Problem[] } {
  const mentions: Said[] = [];
  const problems: Problem[] = [];
  let inside = false;
  for (const block of blocks) {
    if (block.type === 'heading') inside = /^#*\s*dependencies\s*#*$/iu.test(sourceOf(text, block));
    if (!inside || block.type !== 'list') continue;
    for (const item of block.children) {
      const line = item.position?.start.line ?? 1;
      const words = sourceOf(text, item).replace(/^[-*+]\s+|^\d+[.)]\s+/u, '');
      if (!/^tasks?\b/iu.test(words)) continue;
      const read = sentence.exec(words);
      if (read === null)
        problems.push({
          line,
          message: 'is no dependency that can be read',
          expected: '`Task 2: depends on Task 1`, or `Tasks 1, 3: independent`',
        });
      else mentions.push(...saidIn(read, line));
    }
  }
  return { mentions, problems };
}

function saidIn([, of = '', on, named]: RegExpExecArray, line: number): Said[] {
  if (on === undefined) return wordsOf(of).map((each) => ({ of: each, on: [], line }));
  const all = /^all others$/iu.test(on);
  return wordsOf(of).map((each) => ({ of: each, on: all ? 'all' : wordsOf(named ?? ''), line }));
}

function sourceOf(text: string, { position }: Pick<Block, 'position'>): string {
  return text.slice(position?.start.offset, position?.end.offset).trim();
}
