import type { AnalyzedFile, Hit } from '../analyzer.js';

/**
 * Whether a minor hit stands under a comment that switches off exactly its rule. The tool was made deaf to such comments so
 * that they hide no bug; for what is minor the author's word is enough, and `checks/lint-disabled` judges the comment.
 */
export function isSwitchedOff(hit: Hit, files: readonly AnalyzedFile[]): boolean {
  if (hit.severity !== 'minor') return false;
  const lines = files.find(({ path }) => path === hit.file)?.[hit.side]?.lines ?? [];
  const name = hit.rule.slice(hit.rule.indexOf('/') + 1).replace(/^(oxc|typescript|unicorn)-/, '');
  const names = (text: string | undefined): boolean => text?.toLowerCase().includes(name.toLowerCase()) === true;
  const [here, above] = [lines[hit.line - 1], lines[hit.line - 2]];
  if (/noqa|(eslint|oxlint)-disable-(same-)?line/i.test(here ?? '') && names(here)) return true;
  if (/(eslint|oxlint)-disable-next-line/.test(above ?? '') && names(above)) return true;
  return lines
    .slice(0, hit.line)
    .some((line) => /(eslint|oxlint)-disable(?!-)|(ruff|flake8): *noqa/i.test(line) && names(line));
}
