import { describe, expect, it } from 'vitest';
import type { Language } from '../language.js';
import { isTree, parseSource } from './parse.js';

const staircase = (steps: number): string => Array.from({ length: steps }, (_, at) => `${' '.repeat(at)}a:\n`).join('');

describe('text that could harm the process is not parsed', () => {
  it.each<[string, Language, string]>([
    ['sequences in sequences', 'yaml', `${'- '.repeat(300)}x\n`],
    ['keys in keys', 'yaml', `${'? '.repeat(300)}x\n`],
    ['values without keys', 'yaml', `${': '.repeat(300)}x\n`],
    ['a staircase of maps', 'yaml', staircase(400)],
    ['an expression of very many operators', 'typescript', `x = a${' + b'.repeat(200_000)};\n`],
    ['very many negations', 'go', `package a\nvar x = ${'!'.repeat(100_000)}true\n`],
  ])('%s', async (_name, language, text) => {
    const outcome = await parseSource(language, text);
    expect(isTree(outcome)).toBe(false);
    expect(outcome).toHaveProperty('unparsed', expect.stringContaining('deep'));
  });

  it.each<[string, Language, string]>([
    ['YAML of many levels', 'yaml', staircase(100)],
    ['text in YAML that is indented far', 'yaml', `a: |\n${' '.repeat(150)}b\n`],
    ['an expression of many operators', 'typescript', `x = a${' + b'.repeat(800)};\n`],
    ['a long flat file', 'typescript', 'call(1);\n'.repeat(20_000)],
  ])('%s is', async (_name, language, text) => {
    expect(isTree(await parseSource(language, text))).toBe(true);
  });
});
