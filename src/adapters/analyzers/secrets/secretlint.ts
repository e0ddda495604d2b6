import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { touchesRange } from '../../../domain/model/change.js';
import { isLockFile } from '../lock-file.js';
import { lineAt } from '../result.js';
import { isPlaceholder } from './placeholder.js';
import { secretRule } from './rule.js';
import { findSecrets, type FoundSecret } from './search.js';

/** secretlint with its recommended preset over the head side of every text; the base is read only to compare. */
export const secrets: Analyzer = {
  name: 'secretlint',
  role: 'auditor',
  compares: 'sides',
  rules: [secretRule.id],
  applies: ({ files }) => files.some(isSearched),
  analyze,
};

function isSearched({ entry, head, path }: AnalyzedFile): boolean {
  return head !== undefined && entry.addedLines.length > 0 && !isLockFile(path);
}

async function analyze(input: AnalysisInput): Promise<AnalysisResult> {
  const files = input.files.filter(isSearched);
  const heads = (await Promise.all(files.map((file) => search(file, 'head')))).flat();
  const added = heads.filter(({ file, line, endLine }) => {
    const ranges = files.find(({ path }) => path === file)?.entry.addedLines ?? [];
    return touchesRange(ranges, line, endLine ?? line);
  });
  const bases = added.length === 0 ? [] : (await Promise.all(input.files.map((file) => search(file, 'base')))).flat();
  return { hits: [...heads, ...bases], read: files.map(({ path }) => path), failed: [], notChecked: [] };
}

async function search(file: AnalyzedFile, side: 'head' | 'base'): Promise<Hit[]> {
  const text = file[side]?.text;
  if (text === undefined) return [];
  const found = await findSecrets(file.path, text);
  return found.flatMap((secret) => hitOf(file, side, secret));
}

function hitOf(file: AnalyzedFile, side: 'head' | 'base', { from, to, kind }: FoundSecret): Hit[] {
  const text = file[side]?.text ?? '';
  const secret = text.slice(from, to);
  if (isPlaceholder(secret)) return [];
  const line = lineAt(text, from);
  return [
    {
      rule: secretRule.id,
      severity: file.isTest ? 'minor' : 'critical',
      file: file.path,
      side,
      line,
      endLine: lineAt(text, to - 1),
      quote: masked(file[side]?.lines[line - 1] ?? '', secret),
      message: `This looks like a real ${kind}. Revoke it, take it from the environment or a secret store, and remove it from the history.`,
    },
  ];
}

/** The line with the secret's own characters replaced; nothing of it is shown but its length class. */
function masked(line: string, secret: string): string {
  const first = secret.split('\n', 1)[0] ?? '';
  return first.startsWith('-----BEGIN')
    ? `${first.slice(0, 40)}…`
    : line.replaceAll(first.replace(/\r$/, ''), '********');
}
