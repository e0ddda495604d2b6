import type { AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import type { Language } from '../language.js';
import { isLockFile } from '../lock-file.js';
import { isTestData } from '../test-path.js';
import { parserOf } from './parsers.js';

const languages: readonly Language[] = ['json', 'yaml', 'toml'];

/** JSON, YAML and TOML that parsed before the change, or are new, and do not parse now. */
export const dataParseErrors: Analyzer = {
  name: 'data files',
  role: 'core-developer',
  compares: 'itself',
  rules: ['syntax/error'],
  applies: ({ files }) => files.some(isParsed),
  analyze,
};

function isParsed({ language, head }: AnalyzedFile): boolean {
  return languages.includes(language) && head !== undefined;
}

async function analyze({ files }: { readonly files: readonly AnalyzedFile[] }): Promise<AnalysisResult> {
  const mine = files.filter(isParsed);
  const hits: Hit[] = [];
  for (const file of mine) {
    if (isTestData(file.path) || isTemplate(file)) continue;
    const parse = await parserOf(file);
    const error = parse(file.head?.text ?? '');
    if (error === undefined || (file.base !== undefined && parse(file.base.text) !== undefined)) continue;
    hits.push({
      rule: 'syntax/error',
      severity: isLockFile(file.path) ? 'critical' : 'important',
      file: file.path,
      side: 'head',
      line: Math.min(error.line, file.head?.lines.length ?? 0),
      message: `The file is not valid ${file.language.toUpperCase()}: ${error.message}. Whatever loads it will fail.`,
    });
  }
  return { hits, read: mine.map(({ path }) => path), failed: [], notChecked: [] };
}

/** Text that becomes data only after a template engine has run. */
function isTemplate({ path, head }: AnalyzedFile): boolean {
  return /\{\{|\{%|<%|\$\{\{? *[a-z_.]+ *\}\}?:/.test(head?.text ?? '') && !path.startsWith('.github/')
    ? true
    : /\{\{|\b(templates?|cookiecutter|skeleton)\b/i.test(path);
}
