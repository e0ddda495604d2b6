import { isAddedLine } from '../../../domain/model/change.js';
import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { isScript } from '../language.js';
import { ImportGraph } from './import-graph.js';
import { cycleRule } from './rule.js';

/**
 * New import cycles. An import that the change added closes one when the imported file leads back; only the files along that
 * way are read, on demand, instead of the whole tree.
 */
export const cycles: Analyzer = {
  name: 'import cycles',
  role: 'architect',
  compares: 'itself',
  rules: [cycleRule.id],
  applies: ({ files }) => files.some(mayClose),
  analyze,
};

function mayClose({ language, isTest, head, entry }: AnalyzedFile): boolean {
  if (head === undefined || isTest || !(isScript(language) || language === 'python')) return false;
  return entry.addedLines.some(([from, to]) =>
    head.lines.slice(from - 1, to).some((line) => /\b(import|from|require)\b/.test(line)),
  );
}

async function analyze({ packet, files, signal }: AnalysisInput): Promise<AnalysisResult> {
  const head = new ImportGraph(packet.frozen, 'head');
  const base = new ImportGraph(packet.frozen, 'base');
  const mine = files.filter(mayClose);
  const hits: Hit[] = [];
  const told = new Set<string>();
  for (const file of mine) {
    const oldPath = file.entry.oldPath ?? file.path;
    const before = new Set((await base.edges(oldPath)).map(({ to }) => to));
    for (const edge of await head.edges(file.path)) {
      signal.throwIfAborted();
      if (before.has(edge.to) || !isAddedLine(file.entry, edge.line)) continue;
      const back = await head.path(edge.to, file.path);
      if (back === undefined || (await wereTogether(base, oldPath, edge.to))) continue;
      const key = [...back].sort().join('\n');
      if (!told.has(key)) hits.push(hitOf(file.path, edge.line, back));
      told.add(key);
    }
  }
  return { hits, read: mine.map(({ path }) => path), failed: [], notChecked: [] };
}

/** Whether two files were part of one cycle before the change. */
async function wereTogether(base: ImportGraph, a: string, b: string): Promise<boolean> {
  return (await base.path(a, b)) !== undefined && (await base.path(b, a)) !== undefined;
}

function hitOf(file: string, line: number, back: readonly string[]): Hit {
  const way = [file, ...back].join(' → ');
  const message = `This import closes a cycle: ${way}. None of these files can be loaded or understood alone. Move what both sides need into a third module, or pass it in.`;
  return { rule: cycleRule.id, severity: 'important', file, side: 'head', line, message };
}
