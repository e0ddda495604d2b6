import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { pythonImports } from '../imports/python-imports.js';
import { isTree, parseSource } from '../syntax/parse.js';
import { addedDependencies, ecosystemOf, modules, normal } from './manifests.js';
import { newImports } from './new-imports.js';
import { ProjectTree } from './project-tree.js';
import { pythonStandardModules } from './python-standard-modules.js';

/**
 * Imports of modules that nothing in the project declares, holds or imported before. Which package brings a module is
 * known to no manifest, so it is silent as soon as any of them speaks of a like name, or the change declares anything new.
 */
export const undeclaredPython: Analyzer = {
  name: 'undeclared Python imports',
  role: 'architect',
  compares: 'itself',
  rules: ['deps/undeclared'],
  applies: ({ files }) => files.some(isRead),
  analyze,
};

function isRead({ language, head, isTest, path }: AnalyzedFile): boolean {
  return (
    language === 'python' &&
    head !== undefined &&
    !isTest &&
    !/(^|\/)(examples?|samples?|docs?|docs_src|scripts?|tools?|bench(marks?)?|vendor|_vendor|templates?|setup\.py$|noxfile\.py$|conf\.py$)/.test(
      path,
    )
  );
}

const manifest =
  /(^|\/)(pyproject\.toml|setup\.(py|cfg)|Pipfile|tox\.ini|noxfile\.py|environment[\w.-]*\.ya?ml|meta\.ya?ml|BUILD(\.bazel)?|[\w-]*requirements[\w./-]*\.(txt|in)|requirements\/[^/]+|constraints[\w.-]*\.txt|uv\.lock|poetry\.lock|pdm\.lock)$/;

async function analyze(input: AnalysisInput): Promise<AnalysisResult> {
  const mine = input.files.filter(isRead);
  const read = mine.map(({ path }) => path);
  const candidates = newImports((await Promise.all(mine.map(importsOf))).flat(), mine);
  const hits: Hit[] = [];
  if (candidates.length > 0 && !(await declaresMore(input))) {
    const tree = new ProjectTree(input.packet.frozen);
    const entries = await tree.entries();
    const hasManifest = entries.some(({ path }) =>
      /(^|\/)(pyproject\.toml|setup\.(py|cfg)|requirements[\w-]*\.txt)$/.test(path),
    );
    for (const hit of hasManifest ? candidates : []) {
      if (!(await isKnown(nameIn(hit), tree, new Set(input.files.map(({ path }) => path))))) hits.push(hit);
    }
  }
  return { hits, read, failed: [], notChecked: [] };
}

async function importsOf(file: AnalyzedFile): Promise<readonly Hit[]> {
  const sides = (['base', 'head'] as const).map(async (side): Promise<readonly Hit[]> => {
    const tree = await parseSource('python', file[side]?.text ?? '');
    if (!isTree(tree)) return [];
    return pythonImports(tree).flatMap(({ level, module, line, conditional }) => {
      const name = module.split('.')[0] ?? '';
      return conditional || level > 0 || name === '' || pythonStandardModules.has(name) || name.startsWith('_')
        ? []
        : [hitOf(file.path, side, line, name)];
    });
  });
  return (await Promise.all(sides)).flat();
}

function hitOf(file: string, side: 'head' | 'base', line: number, name: string): Hit {
  const message = `\`${name}\` is imported and nothing in the project declares it: the import fails wherever no other package happens to bring it along. Declare the package, or use what is there.`;
  return { rule: 'deps/undeclared', severity: 'important', file, side, line, message };
}

function nameIn({ message }: Hit): string {
  return /^`([^`]+)`/.exec(message)?.[1] ?? '';
}

async function declaresMore({ files }: AnalysisInput): Promise<boolean> {
  if (files.some(({ path, entry }) => manifest.test(path) && ecosystemOf(path) === undefined && (entry.added ?? 0) > 0))
    return true;
  const added = await Promise.all(files.filter(({ path }) => ecosystemOf(path) === 'python').map(addedDependencies));
  return added.some((each) => each.length > 0);
}

/** A folder or file of that name, a manifest that speaks of it, or a file beside the change that imports it already. */
async function isKnown(name: string, tree: ProjectTree, changed: ReadonlySet<string>): Promise<boolean> {
  const own = new RegExp(`(^|/)${name}(/|\\.(py|pyi|pyx|c|cpp|rs|so|proto)$)`);
  if ((await tree.entries()).some(({ path }) => own.test(path))) return true;
  const packages = Object.entries(modules).flatMap(([pack, module]) => (module === name ? [pack] : []));
  const like = [normal(name), ...packages];
  const declared = await tree.mentions(
    (path) => manifest.test(path),
    (text) => like.some((each) => normal(text).includes(each)),
  );
  if (declared !== false) return true;
  const use = new RegExp(`^\\s*(import|from)\\s+${name}\\b`, 'm');
  return (
    (await tree.mentions(
      (path) => path.endsWith('.py') && !changed.has(path),
      (text) => use.test(text),
    )) !== false
  );
}
