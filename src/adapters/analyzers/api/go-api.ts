import { posix } from 'node:path';
import type { FrozenChange } from '../../../application/ports/repository.js';
import type { Side } from '../../../domain/model/finding.js';
import { decode } from '../frame/decode.js';
import { isTree, parseSource } from '../syntax/parse.js';
import type { SyntaxTree } from '../syntax/tree.js';

export interface GoPackage {
  /** Exported identifiers; methods as `Type.Method`. */
  readonly names: ReadonlySet<string>;
  readonly isProgram: boolean;
}

/** Packages that no other module can import, or nobody should. */
export function isInternalPackage(folder: string): boolean {
  return /(^|\/)(internal|testdata|vendor|cmd|examples?|tests?|hack|tools|scripts)(\/|$)/.test(folder);
}

/** What one folder offers on one side; undefined when a file of it cannot be read. */
export async function goPackage(frozen: FrozenChange, side: Side, folder: string): Promise<GoPackage | undefined> {
  const entries = (await frozen.listTree(side)).filter(
    ({ path }) => posix.dirname(path) === folder && path.endsWith('.go') && !path.endsWith('_test.go'),
  );
  const names = new Set<string>();
  let isProgram = false;
  for (const { blob } of entries) {
    const bytes = await frozen.readBlob(blob);
    const source = bytes === undefined ? undefined : decode(bytes);
    if (source === undefined || !('text' in source)) return undefined;
    const tree = await parseSource('go', source.text);
    if (!isTree(tree) || tree.broken().length > 0) return undefined;
    isProgram ||= /^package main\b/m.test(source.text);
    for (const name of exported(tree)) names.add(name);
  }
  return { names, isProgram };
}

function exported(tree: SyntaxTree): readonly string[] {
  const simple = tree
    .all('function_declaration', 'type_spec', 'const_spec', 'var_spec', 'type_alias')
    .filter((node) => !node.ancestors().some((each) => each.kind() === 'block'))
    .flatMap((node) => {
      const named = node.field('name')?.text();
      return named === undefined ? [] : [named];
    })
    .filter(isExported);
  const methods = tree.all('method_declaration').flatMap((node) => {
    const type = /[A-Za-z_]\w*(?=(\[[^\]]*\])?\s*\)$)/.exec(node.field('receiver')?.text() ?? '')?.[0] ?? '';
    const name = node.field('name')?.text() ?? '';
    return isExported(type) && isExported(name) ? [`${type}.${name}`] : [];
  });
  return [...simple, ...methods];
}

function isExported(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}
