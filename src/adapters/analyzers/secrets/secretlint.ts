import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { touchesRange } from '../../../domain/model/change.js';
import { isLockFile } from '../lock-file.js';
import { lineAt } from '../result.js';
import type { FoundSecret } from './found-secret.js';
import { isPlaceholder } from './placeholder.js';
import { secretRule } from './rule.js';
import { findSecrets } from './search.js';

/** secretlint with its recommended preset, and forms it does not know, over the head side of every text; the base is read only to compare. */
export const secrets: Analyzer = {
  name: 'secretlint',
  role: 'auditor',
  compares: 'sides',
  rules: [secretRule.id],
  applies: ({ files }) => files.some(isSearched),
  analyze,
};

function isSearched({ entry, head }: AnalyzedFile): boolean {
  return head !== undefined && entry.addedLines.length > 0;
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
  const found = await findSecrets(file.path, isLockFile(file.path) ? withoutDigests(text) : text);
  return found.flatMap((secret) => hitOf(file, side, secret));
}

/** A lock file is full of digests; whatever one happens to look like, it opens nothing. Offsets stay. */
function withoutDigests(text: string): string {
  return text.replace(digest, (found) => ' '.repeat(found.length));
}

/** `sha512-…`, `sha256:…`, go.sum's `h1:…`, and bare hexadecimal of the length of a digest. */
const digest =
  /\b(?:sha(?:1|256|384|512)[-:=]|h1:)[A-Za-z0-9+/=_-]{20,}|\b(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})\b(?!@)/gi;

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
