import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { isTree, parseSource } from '../syntax/parse.js';
import { lineOf } from '../syntax/tree.js';
import { newImports } from './new-imports.js';
import { ProjectTree } from './project-tree.js';

/** Imports of modules that the nearest go.mod does not require: the build fails. Silent in workspaces and vendored trees. */
export const undeclaredGo: Analyzer = {
  name: 'undeclared Go imports',
  role: 'architect',
  compares: 'itself',
  rules: ['deps/undeclared'],
  applies: ({ files }) => files.some(isRead),
  analyze,
};

function isRead({ language, head, path }: AnalyzedFile): boolean {
  return language === 'go' && head !== undefined && !/(^|\/)(testdata|vendor|third_party|_[^/]*)\//.test(path);
}

async function analyze({ packet, files }: AnalysisInput): Promise<AnalysisResult> {
  const mine = files.filter(isRead);
  const candidates = newImports((await Promise.all(mine.map(importsOf))).flat(), mine);
  const tree = new ProjectTree(packet.frozen);
  const hits: Hit[] = [];
  for (const hit of candidates) if (await isMissing(hit, tree)) hits.push(hit);
  return { hits, read: mine.map(({ path }) => path), failed: [], notChecked: [] };
}

async function importsOf(file: AnalyzedFile): Promise<readonly Hit[]> {
  const sides = (['base', 'head'] as const).map(async (side): Promise<readonly Hit[]> => {
    const tree = await parseSource('go', file[side]?.text ?? '');
    if (!isTree(tree) || /^\/\/go:build\s+ignore\b/m.test(tree.text)) return [];
    return tree.all('import_spec').flatMap((spec) => {
      const path = spec.field('path')?.text().slice(1, -1) ?? '';
      return path.split('/')[0]?.includes('.') === true ? [hitOf(file.path, side, lineOf(spec), path)] : [];
    });
  });
  return (await Promise.all(sides)).flat();
}

function hitOf(file: string, side: 'head' | 'base', line: number, path: string): Hit {
  const message = `\`${path}\` is imported and no module that go.mod requires holds it: the build fails. Run \`go get\` once and commit go.mod and go.sum, or use what is there.`;
  return { rule: 'deps/undeclared', severity: 'important', file, side, line, message };
}

async function isMissing(hit: Hit, tree: ProjectTree): Promise<boolean> {
  const wanted = /^`([^`]+)`/.exec(hit.message)?.[1] ?? '';
  const place = await tree.nearest(hit.file, ['go.mod']);
  const text = place === undefined ? undefined : await tree.text(place);
  if (text === undefined || (await tree.nearest(hit.file, ['go.work', 'vendor/modules.txt'])) !== undefined)
    return false;
  const known = [...text.matchAll(/^\s*(?:module|require|replace)?\s*"?([\w.~/-]+\.[\w.~/-]+)/gm)].map(
    ([, name = '']) => name,
  );
  return !known.some((name) => wanted === name || wanted.startsWith(`${name}/`));
}
