import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);

/** `import { a, b as c } from '../build/…'` of a script: names by module. */
function importsOf(source: string): readonly (readonly [string, readonly string[]])[] {
  const found = source.matchAll(/import \{(?<names>[^}]*)\} from '(?<module>\.\.\/build\/[^']+)'/gu);
  return [...found].map(({ groups: { names = '', module = '' } = {} }) => [
    module,
    [...names.matchAll(/(?<name>\w+)(?: as \w+)?/gu)].map(({ groups }) => groups?.['name'] ?? ''),
  ]);
}

/** The figures of the documents come from these: a bundler that drops what no other source asks for would leave them unable to start. */
describe.each(['bench', 'scripts'])('what stands in %s/', (folder) => {
  it('finds everything that it imports from the build', async () => {
    const directory = new URL(`${folder}/`, root);
    const files = (await readdir(directory)).filter((name) => name.endsWith('.mjs'));
    const missing: string[] = [];
    for (const file of files)
      for (const [module, names] of importsOf(await readFile(new URL(file, directory), 'utf8'))) {
        const loaded = (await import(new URL(module, directory).href)) as Readonly<Record<string, unknown>>;
        missing.push(...names.filter((name) => !(name in loaded)).map((name) => `${file}: ${name} of ${module}`));
      }
    expect(files.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  });
});
