import { describe, expect, it } from 'vitest';
import { processorTime } from '../../../../test/kit/processor-time.js';
import { changedFile } from '../../../../test/kit/review.js';
import type { AnalyzedFile } from '../analyzer.js';
import { innerProgram } from './inner-program.js';
import { isTree, parseSource } from './parse.js';

function file(path: string, head: string, base?: string): AnalyzedFile {
  const source = (text: string) => ({ text, lines: text.split('\n') });
  return {
    entry: changedFile(path),
    path,
    language: 'text',
    isTest: false,
    head: source(head),
    base: base === undefined ? undefined : source(base),
  };
}

const inside = (path: string, text: string) => innerProgram(file(path, text))?.head?.text;

describe('the program inside of', () => {
  it('an MDX document is its imports and exports', () => {
    const text = [
      "import { Chart } from './chart.js';",
      '',
      '# Sales',
      'We export and import a lot.',
      '',
      'export const load = async () => {',
      '  const a = 1;',
      '',
      '  return a;',
      '};',
      '',
      '```js',
      "import x from 'y';",
      '```',
      '<Chart data={load()} />',
    ];
    const program = inside('docs/sales.mdx', text.join('\n'))?.split('\n');
    expect(program?.map((line) => line.trimEnd())).toEqual([
      text[0],
      '',
      '',
      '',
      '',
      ...text.slice(5, 10),
      '',
      '',
      '',
      '',
      '',
    ]);
  });

  it('an EJS template is its scriptlets, which parse together', async () => {
    const text =
      '<ul>\n<%# a note %>\n<% for (const item of items) { -%>\n  <li><%= item.name %></li><%- raw %>\n<% } %>\n</ul>\n<%% no %>\n';
    const program = inside('views/list.ejs', text) ?? '';
    expect(program.split('\n').map((line) => line.trim().replaceAll(/\s+/gu, ' '))).toEqual([
      '',
      '',
      'for (const item of items) {',
      '; item.name ; ; raw ;',
      '}',
      '',
      '',
      '',
    ]);
    expect(program).toHaveLength(text.length);
    const tree = await parseSource('javascript', program);
    expect(isTree(tree) && tree.broken()).toEqual([]);
  });

  it('anything else is none, and neither is a document without one', () => {
    expect(innerProgram(file('README.md', 'export const a = 1;\n'))).toBeUndefined();
    expect(innerProgram(file('docs/a.mdx', '# Title\n\nText.\n'))).toBeUndefined();
    expect(innerProgram(file('docs/a.mdx', '# Title\n', 'export const a = 1;\n'))).toBeDefined();
  });

  it.each(['a.ejs', 'a.mdx'])('a hostile text is found in linear time: %s', (path) => {
    const worked = processorTime(() => {
      for (const piece of ['<% ', '<%= %> ', 'export {\n', '```\n', '<%%', 'import ('])
        inside(path, piece.repeat(200_000));
    });
    expect(worked).toBeLessThan(10_000);
  });

  it('keeps every line end where it was', () => {
    const text = 'a\r\n\r\nexport const a = 1;\r\n\r\nb\r\n';
    expect(inside('a.mdx', text)).toBe(' \r\n\r\nexport const a = 1;\r\n\r\n \r\n');
  });
});
