import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = join(import.meta.dirname, '..', '..');

const sources = [
  'src/adapters/clock',
  'src/adapters/durable-file',
  'src/adapters/storage',
  'src/application',
  'src/domain',
  'test/contract',
  'test/kit',
];

/** Puts the store as plain JavaScript below `directory`, for child processes of a Node that reads no TypeScript. */
export async function compileStore(directory: string): Promise<void> {
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }');
  for (const source of sources) {
    for (const entry of await readdir(join(root, source), { recursive: true })) {
      if (/(?<![.]test)[.]ts$/.test(entry)) await compile(join(source, entry), directory);
    }
  }
}

/** Where `compileStore` puts a source. */
export function compiledPath(directory: string, source: URL): string {
  return join(directory, relative(root, fileURLToPath(source))).replace(/[.]ts$/, '.js');
}

async function compile(file: string, directory: string): Promise<void> {
  const { outputText } = ts.transpileModule(await readFile(join(root, file), 'utf8'), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  });
  const output = join(directory, file.replace(/[.]ts$/, '.js'));
  await mkdir(dirname(output), { recursive: true });
  await writeFile(output, outputText);
}
