import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { titlesIn } from './titles.js';

/** What a section of a design asks for, how many things that are, and where each is held to. */
const sections = z
  .array(
    z.strictObject({
      section: z.string(),
      items: z.int().positive(),
      rows: z.array(z.strictObject({ source: z.string(), file: z.string(), test: z.string() })),
    }),
  )
  .min(1);

/** Sections of each design that ask for something. */
const designs: Readonly<Record<string, number>> = {
  'event-driven-review': 4,
  'review-gate': 5,
  'review-service': 7,
  'review-v2': 11,
};

it('has a manifest of each design', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.yaml'));
  expect(files.toSorted()).toEqual(Object.keys(designs).map((name) => `${name}.yaml`));
});

describe.each(Object.keys(designs))('%s', (name) => {
  const design = sections.parse(parse(readFileSync(resolve(import.meta.dirname, `${name}.yaml`), 'utf8')));
  const manifest = design.flatMap(({ rows }) => rows);

  it.each(manifest.map(({ source, file, test }) => [source, file, test] as const))('%s', (_source, file, test) => {
    expect(file).toMatch(/\.test\.ts$/u);
    expect(existsSync(file), `${file} does not exist`).toBe(true);
    const named = titlesIn(readFileSync(file, 'utf8')).filter((title) => title === test);
    expect(named, `tests of exactly that name in ${file}`).toHaveLength(1);
  });

  it('has all of its sections', () => {
    expect(new Set(design.map(({ section }) => section)).size).toBe(designs[name]);
  });

  it.each(design.map(({ section, items, rows }) => [section, items, rows.length] as const))(
    '%s: all %i items have a row',
    (_section, items, rows) => {
      expect(rows).toBe(items);
    },
  );

  it('names each source once', () => {
    const sources = manifest.map(({ source }) => source);
    expect(sources).toEqual([...new Set(sources)]);
  });
});

it.each([
  ['a plain one', "it('works', () => {});", ['works']],
  ['one that is skipped somewhere', "it.skipIf(no)('works', () => {});", ['works']],
  ['rows of a table', "it.each<[string]>([['a', 1], ['b', x]] as const)('does %s', () => {});", ['does a', 'does b']],
  ['a table of words', "it.each(['a', 'b'])('does %s', () => {});", ['does a', 'does b']],
  ['no row that is not written out', "it.each([[x], ['b', x]])('does %s with %s', () => {});", []],
  ['no word of a table that is no title', "it.each([['a']])('works', () => {}); const other = ['b'];", ['works']],
  ['no group, comment or text', "describe('all', () => {}); // it('is no test')\nconst text = \"it('is none')\";", []],
])('finds %s', (_, source, titles) => {
  expect(titlesIn(source)).toEqual(titles);
});
