import { isAddedLine } from '../../../domain/model/change.js';
import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { foldMinor } from '../agent-faults/fold-minor.js';
import { isTree, parseSource } from '../syntax/parse.js';
import { documentedExports, readsExports } from './exports.js';
import { documentationRule } from './rule.js';

/** Doc comments, by the habit of each file. */
export const documentation: Analyzer = {
  name: 'documentation',
  role: 'auditor',
  compares: 'itself',
  rules: [documentationRule.id],
  applies: ({ files }) => files.some(isRead),
  analyze,
};

function isRead({ language, isTest, head }: AnalyzedFile): boolean {
  return readsExports(language) && !isTest && head !== undefined;
}

async function analyze({ files, signal }: AnalysisInput): Promise<AnalysisResult> {
  const mine = files.filter(isRead);
  const hits: Hit[] = [];
  for (const file of mine) {
    signal.throwIfAborted();
    hits.push(...(await undocumented(file)));
  }
  return { hits: foldMinor(hits), read: mine.map(({ path }) => path), failed: [], notChecked: [] };
}

async function undocumented({ base, head, language, entry, path }: AnalyzedFile): Promise<readonly Hit[]> {
  if (base === undefined || head === undefined) return [];
  const trees = await Promise.all([parseSource(language, base.text), parseSource(language, head.text)]);
  const [before, now] = trees.map((tree) => (isTree(tree) ? documentedExports(tree) : []));
  const old = before ?? [];
  if (old.length < 4 || old.filter(({ documented }) => documented).length / old.length < 0.8) return [];
  const known = new Set(old.map(({ name }) => name));
  return (now ?? [])
    .filter(({ name, documented, line }) => !documented && !known.has(name) && isAddedLine(entry, line))
    .map(({ name, line }) => ({
      rule: documentationRule.id,
      severity: 'minor',
      file: path,
      side: 'head',
      line,
      message: `\`${name}\` is offered without a word, where the other exports of this file have a doc comment. Say what it does and what it returns or throws.`,
    }));
}
