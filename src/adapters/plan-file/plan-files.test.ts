import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isRefusal } from '../../domain/model/refusal.js';
import type { LivingRow } from '../../domain/task/living-table.js';
import { planFiles } from './plan-files.js';

const { parse, fill } = planFiles('/nowhere');

const plan = `# Plan

| # | Task | Status | Assignee | Spec | Quality | Fix Iterations |
|---|------|--------|----------|------|---------|----------------|
| 1 | Add the table | pending | — | — | — | — |
| 2 | Read \`a\\|b\` | pending | impl-2 | — | — | — |
| 3 | Write it |  |  |  |  |  |

\`\`\`markdown
| # | Task |
|---|---|
| 9 | an example |
\`\`\`

### Dependencies
- Tasks 1: independent (first wave)
- Task 2: depends on Task 1 (it uses it)
- Task 3: depends on all others
- npm packages are no tasks
`;

function tasksOf(text: string, path = 'plan.md') {
  const read = parse(text, path);
  if (isRefusal(read)) throw new Error(JSON.stringify(read.problems));
  return read.tasks;
}

function mistakesOf(text: string, path = 'plan.md') {
  const read = parse(text, path);
  return isRefusal(read) ? (read.problems ?? []).map(({ line, message }) => `${line}: ${message}`) : [];
}

describe('a plan in Markdown', () => {
  it('is its task table with the dependencies below it, and nothing that stands in code', () => {
    expect(tasksOf(plan).map(({ key, title, assignee, dependsOn }) => ({ key, title, assignee, dependsOn }))).toEqual([
      { key: '1', title: 'Add the table', assignee: null, dependsOn: [] },
      { key: '2', title: 'Read `a|b`', assignee: 'impl-2', dependsOn: ['1'] },
      { key: '3', title: 'Write it', assignee: null, dependsOn: ['1', '2'] },
    ]);
  });

  it('takes dependencies, scope and acceptance criteria from columns', () => {
    const text =
      '| ID | Title | Depends on | Acceptance criteria |\n|--|--|--|--|\n| a | A | - | |\n| b | B | a | works |\n';
    expect(tasksOf(text)).toMatchObject([{ dependsOn: [] }, { key: 'b', dependsOn: ['a'], acceptance: 'works' }]);
  });

  it('comes back with all its mistakes, each with its line', () => {
    const text = `| # | Task | Depends on |
|---|------|---|
| 1 | A | 2 |
| 2 | B | 1 |
| 3 | C | - |
| 3 | C | - |
| a b | D | 7 |
| 4 |  | 4 |

## Dependencies

- Task 1 needs much
- Task 9: depends on Task 1
`;
    expect(mistakesOf(text)).toEqual([
      '3: tasks 1, 2 wait for each other',
      '6: task 3 is in line 5 too',
      '7: "a b" is no name of a task',
      '7: task a b depends on "7", which is no task',
      '8: task 4 has no title',
      '8: task 4 depends on itself',
      '12: is no dependency that can be read',
      '13: no task is called "9"',
    ]);
    expect(mistakesOf('# Nothing\n')).toEqual(['1: holds no tasks']);
  });
});

describe('a plan in YAML', () => {
  it('is a list of tasks', () => {
    const text =
      'tasks:\n  - id: 1\n    title: A\n    acceptance: [one, two]\n  - id: b\n    title: B\n    depends_on: 1\n';
    expect(tasksOf(text, 'plan.yaml')).toMatchObject([
      { key: '1', title: 'A', acceptance: '- one\n- two', dependsOn: [] },
      { key: 'b', title: 'B', dependsOn: ['1'] },
    ]);
  });

  it('comes back with all its mistakes, each with its line', () => {
    const text = 'tasks:\n  - id: 1\n    titel: A\n  - id: 2\n    title: B\n    depends_on: {}\n';
    expect(mistakesOf(text, 'plan.yml').map((each) => each.split(':')[0])).toEqual(['2', '2', '6']);
    expect(mistakesOf('tasks:\n  - id: 1\n    title: A\n    depends_on: 2\n', 'plan.yml')).toEqual([
      '4: task 1 depends on "2", which is no task',
    ]);
    expect(mistakesOf('tasks: [', 'plan.yml')).toHaveLength(1);
    const both =
      'tasks:\n  - { id: 1, title: A, depends_on: 2 }\n  - { id: 2 }\n  - { id: 3, title: C, depends_on: 9 }\n';
    expect(mistakesOf(both, 'plan.yml').map((each) => each.split(':')[0])).toEqual(['3', '4']);
  });
});

it('a plan in YAML may repeat itself by an anchor, and one that unfolds without end is refused', () => {
  const shared =
    'tasks:\n  - { id: 1, title: A, acceptance: &all [tested] }\n  - { id: 2, title: B, acceptance: *all }\n';
  expect(tasksOf(shared, 'plan.yml').map(({ acceptance }) => acceptance)).toEqual(['- tested', '- tested']);
  const level = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(of).join(', ')}]\n`;
  const bomb = `${level('a', 'x')}${level('b', '*a')}${level('c', '*b')}${level('d', '*c')}tasks: *d\n`;
  expect(mistakesOf(bomb, 'plan.yml')).toEqual([expect.stringMatching(/^1: cannot be unfolded/u)]);
  expect(mistakesOf('tasks: *missing\n', 'plan.yml')).toHaveLength(1);
});

const row = (of: Partial<LivingRow>): LivingRow => ({
  key: '1',
  title: 'of no account',
  status: 'pending',
  assignee: '-',
  spec: '-',
  quality: '-',
  fixIterations: '0',
  ...of,
});

function filled(text: string, ...rows: readonly LivingRow[]): string {
  const done = fill(text, 'plan.md', rows);
  if (isRefusal(done)) throw new Error(done.message);
  return done.text;
}

describe('the living table in the plan', () => {
  it('is written into the cells of its columns', () => {
    const rows = [
      row({ status: 'complete', assignee: 'impl-1', spec: '✅', quality: '✅' }),
      row({ key: '3', status: 'escalated', assignee: 'impl-3', spec: 'FAIL', fixIterations: '2 (max)' }),
    ];
    const lines = filled(plan, ...rows).split('\n');
    expect(lines[4]).toBe('| 1 | Add the table | complete | impl-1 | ✅ | ✅ | 0 |');
    expect(lines[5]).toBe(plan.split('\n')[5]);
    expect(lines[6]).toMatch(/^\| 3 \| Write it \| +escalated +\| +impl-3 +\| +FAIL +\| +\| +2 \(max\) +\|$/u);
  });

  it('leaves everything else as it is, byte for byte, and says the same when it is read again', () => {
    const word = fc.constantFrom('complete', 'review-fix-1', '✅', 'FAIL -> retry', '-', 'a|b', 'a\\');
    const end = fc.constantFrom('\n', '\r\n');
    const around = fc.stringMatching(/^[A-Za-z0-9 .,*#-]{0,30}$/u);
    const mark = fc.constantFrom('', '\ufeff');
    const old = fc.constantFrom('', ' ', ' pending ', '—', '  x \\| y  ', ' 🙂 ');
    fc.assert(
      fc.property(
        fc.record({
          status: word,
          assignee: word,
          end,
          before: around,
          after: around,
          mark,
          cells: fc.array(old, { minLength: 2, maxLength: 2 }),
          bar: fc.constantFrom('|', ''),
        }),
        ({ status, assignee, end: eol, before, after, mark: bom, cells: [one = '', two = ''], bar }) => {
          const closing = bar === '' && two.trim() === '' ? '|' : bar;
          const head = `${bom}${before}${eol}${eol}| # | Task | Status | Note | Assignee |${eol}|--|:-:|--|--|--|${eol}| 1 | A |`;
          const tail = `${closing}${eol}| 2 | B | c | d | e |${eol}${eol}${after}`;
          const text = `${head}${one}| kept |${two}${tail}`;
          const once = filled(text, row({ status, assignee }));
          expect(once.startsWith(head)).toBe(true);
          expect(once.endsWith(tail)).toBe(true);
          expect(once.slice(head.length, once.length - tail.length)).toContain('| kept |');
          expect(filled(once, row({ status, assignee }))).toBe(once);
          expect(filled(text, row({ key: 'another' }))).toBe(text);
        },
      ),
    );
  });

  it('is the first one with its columns, whatever other tables stand around it', () => {
    const other = (word: string) => `| Key | ${word} |\n|--|--|\n| # | 1 \\| Task |\n`;
    const quoted = '```\n| # | Task | Status |\n|--|--|--|\n| 1 | in code | pending |\n```\n';
    const [above, below] = [`${other('Default')}\n${quoted}\n`, `\n${other('Rationale')}\n${quoted}`];
    const table = (status: string) => `| # | Task | Status |\n|--|--|--|\n| 1 | A \\| B | ${status} |\n`;
    expect(filled(`${above}${table('pending')}${below}`, row({ status: 'complete' }))).toBe(
      `${above}${table('complete')}${below}`,
    );
  });

  it('is refused where there is no table, and names the columns that have no place', () => {
    expect(fill('text', 'plan.md', [])).toMatchObject({ code: 'no_task_table' });
    expect(fill('tasks: []', 'plan.yaml', [])).toMatchObject({ code: 'no_task_table' });
    expect(fill('| # | Task | Status |\n|--|--|--|\n| 1 | A | |\n', 'plan.md', [])).toMatchObject({
      missing: ['Assignee', 'Spec', 'Quality', 'Fix Iterations'],
    });
  });
});

describe('plan files', () => {
  function top(): string {
    const directory = mkdtempSync(join(tmpdir(), 'countersign-plan-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    return directory;
  }

  it('are read and replaced as they are', async () => {
    const directory = top();
    const text = '\ufeff# A\r\n';
    writeFileSync(join(directory, 'plan.md'), text);
    const files = planFiles(directory);
    expect(await files.read('plan.md')).toBe(text);
    expect(await files.write('plan.md', `${text}b`)).toBeUndefined();
    expect(readFileSync(join(directory, 'plan.md'), 'utf8')).toBe(`${text}b`);
  });

  it('are no links, no bytes that are no text, and not made where there is none', async () => {
    const directory = top();
    writeFileSync(join(directory, 'raw.md'), Buffer.from([0xff, 0xfe, 0x00]));
    symlinkSync('raw.md', join(directory, 'link.md'));
    const files = planFiles(directory);
    expect(await files.read('raw.md')).toMatchObject({ code: 'plan_invalid' });
    expect(await files.read('link.md')).toMatchObject({ code: 'no_such_file' });
    expect(await files.read('none.md')).toMatchObject({ code: 'no_such_file' });
    expect(await files.write('none.md', 'x')).toMatchObject({ code: 'plan_not_written' });
  });
});
