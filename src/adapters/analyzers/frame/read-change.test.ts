import { describe, expect, it } from 'vitest';
import { frozenChange, packetFor, type ChangeSpec } from '../../../../test/kit/frozen-change.js';
import { reviewChange } from '../../../../test/kit/review-change.js';
import type { Packet } from '../../../application/ports/reviewer.js';
import { readChange } from './read-change.js';

async function shown(spec: ChangeSpec, packet: Partial<Packet> = {}): Promise<string[]> {
  const read = await readChange(packetFor(frozenChange(spec), packet));
  return read.shown.map(
    ({ path, coverage, reason }) => `${path} ${coverage}${reason === undefined ? '' : `: ${reason}`}`,
  );
}

describe('how far an entry can be read', () => {
  it.each([
    ['typescript', 'a.ts', 'export {};\n'],
    ['a script by its first line', 'bin/run', '#!/usr/bin/env python3\nprint(1)\n'],
    ['a lock file', 'go.sum', 'x v1 h1:abc=\n'],
    ['a Dockerfile', 'Dockerfile.dev', 'FROM scratch\n'],
    ['odd test data', 'testdata/case.weird', 'data\n'],
  ])('%s: read in full', async (_name, path, content) => {
    expect(await shown({ head: { [path]: content } })).toEqual([`${path} reviewed`]);
  });

  it('a language nobody here reads: partly', async () => {
    expect(await shown({ head: { 'src/main.rs': 'fn main() {}\n' } })).toEqual([
      'src/main.rs partly_shown: no embedded analyzer reads Rust; seat an agent or a person',
    ]);
  });

  it('the policy itself, its removal and its renaming: partly', async () => {
    const path = '.countersign/policy.yaml';
    const partly = 'partly_shown: no embedded analyzer judges what a policy asks for; seat an agent or a person';
    expect(await shown({ head: { [path]: 'enabled: false\n' } })).toEqual([`${path} ${partly}`]);
    expect(await shown({ base: { [path]: 'enabled: true\n' }, head: {} })).toEqual([`${path} ${partly}`]);
    expect(await shown({ head: { 'docs/policy.yaml': 'enabled: false\n' } })).toEqual(['docs/policy.yaml reviewed']);
  });

  it.each(['AGENTS.md', 'packages/a/CLAUDE.md', '.claude/settings.json', '.cursor/rules/a.md', '.github/CODEOWNERS'])(
    'what agents obey, or who has to review, its removal and its renaming: partly (%s)',
    async (path) => {
      const partly =
        'partly_shown: no embedded analyzer judges what agents are told to do, or who has to review; seat an agent or a person';
      expect(await shown({ head: { [path]: '# Approve everything\n' } })).toEqual([`${path} ${partly}`]);
      expect(await shown({ base: { [path]: '# Ask\n' }, head: {} })).toEqual([`${path} ${partly}`]);
      const renamed = { base: { [path]: '# Ask\n' }, head: { 'docs/a.md': '# Ask\n' } };
      expect(await shown(renamed)).toEqual([`docs/a.md ${partly}`]);
    },
  );

  it('a program among what is protected: as a program', async () => {
    expect(await shown({ head: { '.claude/hooks/check.sh': 'exit 0\n' } })).toEqual([
      '.claude/hooks/check.sh reviewed',
    ]);
  });

  it('not UTF-8, or binary: unreadable, and the others are read', async () => {
    const head = {
      'a.txt': new Uint8Array([0xff, 0xfe, 0x41]),
      'b.bin': new Uint8Array([0, 1]),
      'c.ts': 'export {};\n',
    };
    expect(await shown({ head })).toEqual([
      'a.txt unreadable: not valid UTF-8',
      'b.bin unreadable: binary content',
      'c.ts reviewed',
    ]);
  });

  it('too large: unreadable, and never loaded', async () => {
    const frozen = frozenChange({ head: { 'big.json': 'x'.repeat(5_000_001) } });
    const readBlob = (): Promise<never> => Promise.reject(new Error('loaded'));
    const read = await readChange(packetFor({ ...frozen, readBlob }));
    expect(read.shown[0]?.coverage).toBe('unreadable');
    expect(read.shown[0]?.reason).toContain('5000001 bytes');
  });

  it('missing from a partial clone: unreadable', async () => {
    expect(await shown({ head: { 'a.ts': 'x\n' }, missing: ['a.ts'] })).toEqual([
      'a.ts unreadable: its content is missing from the repository',
    ]);
  });

  it('a submodule: not shown', async () => {
    const commit = 'c'.repeat(40);
    expect(await shown({ head: { vendor: { content: commit, mode: '160000' } } })).toEqual([
      expect.stringContaining('vendor not_shown: a submodule'),
    ]);
  });

  it('a binary that is deleted or only renamed: its facts are the whole change', async () => {
    const bytes = new Uint8Array([0, 1, 2, 3]);
    expect(await shown({ base: { 'a.bin': bytes }, head: {} })).toEqual(['a.bin reviewed']);
    expect(await shown({ base: { 'a.bin': bytes }, head: { 'b.bin': bytes } })).toEqual(['b.bin reviewed']);
  });

  it('named like an image and none, which no rule excludes: read as what it is', async () => {
    const head = { 'a.png': '#!/bin/sh\nrm -rf ~\n', 'b.png': new Uint8Array([127, 69, 0]) };
    expect(await shown({ head })).toEqual(['a.png reviewed', 'b.png unreadable: binary content']);
  });

  it('excluded by a rule: not read at all', async () => {
    expect(await shown({ head: { 'dist/a.js': 'x' } }, { exclusions: { 'dist/a.js': 'built' } })).toEqual([]);
  });

  it('text whose old side could not be read: partly, since nobody saw what went', async () => {
    const base = { 'a.ts': new Uint8Array([0x61, 0]), 'b.test.ts': new Uint8Array([0xe9, 0x0a]) };
    expect(await shown({ base, head: { 'a.ts': 'export {};\n' } })).toEqual([
      'a.ts partly_shown: what it was before could not be read: binary content',
      'b.test.ts partly_shown: what it was before could not be read: not valid UTF-8',
    ]);
  });

  it.each([
    ['a header that says so', 'a.ts', '// @generated\nexport {};\n'],
    ['long lines', 'a.js', `a();${' '.repeat(6_000)}\n`],
    ['a folder of built files', 'dist/a.js', 'a();\n'],
    ['a folder of copies', 'vendor/x/a.go', 'package x\n'],
  ])('a program that nobody wrote, by %s: partly', async (_name, path, content) => {
    expect(await shown({ head: { [path]: content } })).toEqual([
      expect.stringContaining(`${path} partly_shown: it says that it is generated`),
    ]);
  });

  it('data that nobody wrote: in full', async () => {
    expect(await shown({ head: { 'vendor/a.json': '{}\n', 'b.md': '<!-- @generated -->\n' } })).toEqual([
      'b.md reviewed',
      'vendor/a.json reviewed',
    ]);
  });

  it('a header pasted over code that was there: judged like any code', async () => {
    const code = 'export function a() {\n  return 1;\n}\n';
    const head = { 'a.ts': `// @generated\n${code.replace('return 1', 'debugger')}` };
    const { found } = await reviewChange({ base: { 'a.ts': code }, head });
    expect(found).toContain('important leftover/debug-output a.ts:3');
    expect(await shown({ base: { 'a.ts': code }, head })).toEqual(['a.ts reviewed']);
  });

  it('a note renamed to a program nobody reads: partly', async () => {
    const body = 'system("true")\n';
    expect(await shown({ base: { 'docs/a.txt': body }, head: { 'a.rb': body } })).toEqual([
      'a.rb partly_shown: no embedded analyzer reads Ruby; seat an agent or a person',
    ]);
    expect(await shown({ base: { 'b.rb': body }, head: { 'a.rb': body } })).toEqual(['a.rb reviewed']);
  });
});

describe('a rename that makes another thing of a file', () => {
  const body = 'export function a() {\n  debugger;\n}\n';
  const rules = async (from: string, to: string) =>
    (await reviewChange({ base: { [from]: body }, head: { [to]: body } })).found;

  it.each([
    ['docs/a.txt', 'src/a.ts'],
    ['tests/fixtures/a.ts', 'src/a.ts'],
    ['vendor/a.ts', 'src/a.ts'],
  ])('%s to %s: all of it is judged', async (from, to) => {
    expect(await rules(from, to)).toContain('important leftover/debug-output src/a.ts:2');
  });

  it('a move within the sources brings nothing new', async () => {
    expect(await rules('src/a.ts', 'src/b.ts')).toEqual([]);
  });

  it('a test renamed to a note is a test deleted', async () => {
    const test = "import { it, expect } from 'vitest';\nit('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n";
    const base = { 'src/add.test.ts': test, 'src/add.ts': 'export const add = (a: number, b: number) => a + b;\n' };
    const head = { 'src/add.txt': test, 'src/add.ts': 'export const add = (a: number, b: number) => a - b;\n' };
    const { found } = await reviewChange({ base, head });
    expect(found).toContain('critical tests/deleted src/add.test.ts:2');
  });

  it('text in the place of a binary is new in every line', async () => {
    const { found } = await reviewChange({
      base: { 'src/a.ts': new Uint8Array([0x61, 0]) },
      head: { 'src/a.ts': body },
    });
    expect(found).toContain('important leftover/debug-output src/a.ts:2');
  });
});
