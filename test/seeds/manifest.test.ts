import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

/** What a design asks for, and where it is held to. */
const rows = z.array(z.strictObject({ source: z.string(), file: z.string(), test: z.string() })).min(1);

describe.each(readdirSync(import.meta.dirname).filter((name) => name.endsWith('.yaml')))('%s', (name) => {
  const manifest = rows.parse(parse(readFileSync(resolve(import.meta.dirname, name), 'utf8')));

  it.each(manifest.map(({ source, file, test }) => [source, file, test] as const))('%s', (_source, file, test) => {
    expect(file).toMatch(/\.test\.ts$/u);
    expect(existsSync(file), `${file} does not exist`).toBe(true);
    expect(titles(file), `${file} has no test of that name`).toContain(test);
  });

  it('names each source once', () => {
    const sources = manifest.map(({ source }) => source);
    expect(sources).toEqual([...new Set(sources)]);
  });
});

/** First texts of `it(…)` and `describe(…)`, and of the rows of tables of tests. */
function titles(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const quoted = /(?:\bit(?:\.\w+)?\(|\[)\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/gu;
  return [...text.matchAll(quoted)].map(([, single, double]) => (single ?? double ?? '').replaceAll("\\'", "'"));
}
