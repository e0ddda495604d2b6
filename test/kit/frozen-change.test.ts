import { describe, expect, it } from 'vitest';
import { frozenChange } from './frozen-change.js';

describe('a frozen change built from two file maps', () => {
  it('gives statuses, modes and line ranges as git does', () => {
    const { change } = frozenChange({
      base: { 'a.ts': 'one\ntwo\nthree\n', 'gone.ts': 'x\n', 'same.ts': 's\n' },
      head: { 'a.ts': 'one\n2\n2b\nthree\n', 'new.sh': { content: '#!/bin/sh\n', mode: '100755' }, 'same.ts': 's\n' },
    });
    expect(change.files.map(({ path, status }) => `${status} ${path}`)).toEqual(['M a.ts', 'D gone.ts', 'A new.sh']);
    expect(change.files[0]).toMatchObject({ added: 2, deleted: 1, addedLines: [[2, 3]], deletedLines: [[2, 2]] });
    expect(change.files[2]).toMatchObject({ oldMode: '000000', newMode: '100755', oldBlob: '0'.repeat(40) });
  });

  it('follows a rename and computes the blob id of git', () => {
    const { change } = frozenChange({ base: { 'old.txt': 'hello\n' }, head: { 'new.txt': 'hello\n' } });
    expect(change.files).toMatchObject([{ status: 'R', oldPath: 'old.txt', path: 'new.txt', similarity: 100 }]);
    expect(change.files[0]?.newBlob).toBe('ce013625030ba8dba906f756967f9e9ca394464a');
  });

  it('gives hunks with three lines of context', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`);
    const head = lines.with(9, 'ten\n');
    const frozen = frozenChange({ base: { f: lines.join('') }, head: { f: head.join('') } });
    const [hunk] = await frozen.hunks('f');
    expect(hunk).toMatchObject({ oldStart: 7, oldLines: 7, newStart: 7, newLines: 7 });
    expect(hunk?.lines.map(({ kind }) => kind[0]).join('')).toBe('cccdaccc');
  });

  it('counts nothing in a binary', () => {
    const { change } = frozenChange({ head: { 'a.bin': new Uint8Array([1, 0, 2]) } });
    expect(change.files[0]).toMatchObject({ binary: true, added: null, deleted: null, addedLines: [] });
  });
});
