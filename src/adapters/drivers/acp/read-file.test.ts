import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readBelow } from './read-file.js';

let scratch: string;
let head: string;
beforeEach(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-read-')));
  head = join(scratch, 'head');
  mkdirSync(join(head, 'src'), { recursive: true });
  writeFileSync(join(head, 'src/a.ts'), 'one\ntwo\nthree\n');
  writeFileSync(join(scratch, 'secret'), 'secret\n');
  mkdirSync(join(scratch, 'head-of-another'));
  writeFileSync(join(scratch, 'head-of-another/x'), 'secret\n');
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

const read = (path: string, line?: number, limit?: number) =>
  readBelow(head, { path, ...(line !== undefined && { line }), ...(limit !== undefined && { limit }) });

describe('reading for an agent', () => {
  it('gives a file of the checkout, or some of its lines', async () => {
    expect(await read(join(head, 'src/a.ts'))).toEqual({ content: 'one\ntwo\nthree\n' });
    expect(await read(join(head, 'src/a.ts'), 2)).toEqual({ content: 'two\nthree\n' });
    expect(await read(join(head, 'src/a.ts'), 2, 1)).toEqual({ content: 'two' });
    expect(await read(join(head, 'src/a.ts'), 9, 1)).toEqual({ content: '' });
  });

  it.each([
    ['a path upwards', () => join(head, 'src') + '/../../secret'],
    ['an absolute path', () => join(scratch, 'secret')],
    ['a neighbour with the same beginning', () => join(scratch, 'head-of-another/x')],
    ['a directory', () => join(head, 'src')],
    ['what does not exist', () => join(head, 'none')],
    ['a relative path', () => 'src/a.ts'],
    ['a path with NUL', () => `${head}/src/a.ts\0`],
  ])('refuses %s', async (_what, path) => {
    expect(await read(path())).toHaveProperty('refused');
  });

  it('follows no link out, neither of a file nor of a directory', async () => {
    symlinkSync(join(scratch, 'secret'), join(head, 'link'));
    symlinkSync(scratch, join(head, 'up'));
    expect(await read(join(head, 'link'))).toHaveProperty('refused');
    expect(await read(join(head, 'up/secret'))).toHaveProperty('refused');
  });
});
