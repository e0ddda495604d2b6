import type { AnalysisResult, AnalyzedFile, Hit } from './analyzer.js';

/** Result of an analyzer that read all of `files` and could answer all its rules. */
export function allRead(files: readonly AnalyzedFile[], hits: readonly Hit[]): AnalysisResult {
  return { hits, read: files.map(({ path }) => path), failed: [], notChecked: [] };
}

/** 1-based line of an offset into the text. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
