import type { SourceText } from '../analyzer.js';
import { isTree, parseSource } from '../syntax/parse.js';
import { descendants } from '../syntax/tree.js';

/** Names that a module offers: its `__all__`, or what a package's `__init__` defines and takes from its own modules. */
export async function pythonNames(source: SourceText, isPackage: boolean): Promise<ReadonlySet<string> | undefined> {
  const tree = await parseSource('python', source.text);
  if (!isTree(tree) || tree.broken().length > 0) return undefined;
  const top = tree.root.children();
  const all = top.filter((node) => /^__all__\b/.test(node.text()));
  if (all.length > 0) {
    if (all.some((node) => !/^__all__(\s*:[^=]+)?\s*=\s*[[(][\s\S]*[\])]$/.test(node.text()))) return undefined;
    return new Set(
      all.flatMap((node) => descendants(node, 'string').map((each) => each.text().replace(/^["']|["']$/g, ''))),
    );
  }
  if (!isPackage) return undefined;
  const names = top.flatMap((node) => {
    const inner = node.kind() === 'decorated_definition' ? (node.field('definition') ?? node) : node;
    if (/^(function|class)_definition$/.test(String(inner.kind()))) return [inner.field('name')?.text() ?? ''];
    if (inner.kind() !== 'import_from_statement' || inner.field('module_name')?.text().startsWith('.') !== true)
      return [];
    if (/import\s+\*/.test(inner.text())) return ['*'];
    const source = inner.field('module_name')?.id();
    return inner
      .children()
      .filter((child) => /^(dotted_name|aliased_import)$/.test(String(child.kind())) && child.id() !== source)
      .map(
        (child) =>
          child
            .text()
            .split(/\s+as\s+/)
            .at(-1) ?? '',
      );
  });
  return names.includes('*') ? undefined : new Set(names.filter((name) => name !== '' && !name.startsWith('_')));
}
