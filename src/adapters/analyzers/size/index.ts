import { touchesRange } from '../../../domain/model/change.js';
import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { foldMinor } from '../agent-faults/fold-minor.js';
import { generatedBy } from '../generated.js';
import { isProgram } from '../language.js';
import { isTree, parseSource } from '../syntax/parse.js';
import { functionSizes, type FunctionSize } from './functions.js';
import { growth, maxComplexity, maxLines, sizeRules } from './rules.js';

/** Length of files and cyclomatic complexity of functions, where the change made them worse. */
export const size: Analyzer = {
  name: 'size and complexity',
  role: 'auditor',
  compares: 'itself',
  rules: sizeRules.map(({ id }) => id),
  applies: ({ files }) => files.some(isMeasured),
  analyze,
};

function isMeasured({ language, head, isTest, path }: AnalyzedFile): boolean {
  return (
    isProgram(language) && head !== undefined && !isTest && !/(^|\/)(vendor|node_modules|third_party)\//.test(path)
  );
}

async function analyze({ files, signal }: AnalysisInput): Promise<AnalysisResult> {
  const mine = files.filter(isMeasured);
  const hits: Hit[] = [];
  const failed: { path: string; reason: string }[] = [];
  for (const file of mine) {
    signal.throwIfAborted();
    if (file.head === undefined || generatedBy(file.head) !== undefined) continue;
    hits.push(...fileSize(file));
    const outcome = await complexFunctions(file);
    if (typeof outcome === 'string') failed.push({ path: file.path, reason: outcome });
    else hits.push(...outcome);
  }
  return { hits: foldMinor(hits), read: mine.map(({ path }) => path), failed, notChecked: [] };
}

function fileSize({ path, base, head }: AnalyzedFile): Hit[] {
  const lines = head?.lines.length ?? 0;
  const added = lines - (base?.lines.length ?? 0);
  if (lines <= maxLines || added < growth.lines) return [];
  const message = `The file now has ${lines} lines, ${added} more than before. Move what belongs together into a file of its own.`;
  return [{ rule: 'size/file', severity: 'minor', file: path, side: 'head', line: 0, message }];
}

async function complexFunctions(file: AnalyzedFile): Promise<Hit[] | string> {
  const now = await sizesOf(file, 'head');
  if (typeof now === 'string') return now;
  const large = now.filter(
    ({ complexity, line, endLine }) => complexity > maxComplexity && touchesRange(file.entry.addedLines, line, endLine),
  );
  if (large.length === 0) return [];
  const before = await sizesOf(file, 'base');
  if (typeof before === 'string') return [];
  return large.flatMap((each): Hit[] => {
    const was = Math.max(0, ...before.filter(({ name }) => name === each.name).map(({ complexity }) => complexity));
    if (each.complexity - was < (was > maxComplexity ? growth.complexity : 1)) return [];
    const message = `\`${each.name}\` has ${each.complexity} ways through it${was === 0 ? '' : `, up from ${was}`}: no test covers them all. Give the cases names of their own.`;
    return [
      { rule: 'complexity/function', severity: 'minor', file: file.path, side: 'head', line: each.line, message },
    ];
  });
}

async function sizesOf(
  { language, ...file }: AnalyzedFile,
  side: 'head' | 'base',
): Promise<readonly FunctionSize[] | string> {
  const text = file[side]?.text;
  if (text === undefined || !isProgram(language) || language === 'shell') return [];
  const tree = await parseSource(language, text);
  return isTree(tree) ? functionSizes(tree) : tree.unparsed;
}
