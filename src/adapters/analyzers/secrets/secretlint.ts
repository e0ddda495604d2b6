import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { touchesRange } from '../../../domain/model/change.js';
import { blunt } from '../blunt.js';
import { isLockFile } from '../lock-file.js';
import { lineAt } from '../result.js';
import { isPlaceholder } from './placeholder.js';
import { secretRule } from './rule.js';

const preset = '@secretlint/secretlint-rule-preset-recommend';

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
  const search = await load();
  const heads = (await Promise.all(files.map((file) => search(file, 'head')))).flat();
  const added = heads.filter(({ file, line, endLine }) => {
    const ranges = files.find(({ path }) => path === file)?.entry.addedLines ?? [];
    return touchesRange(ranges, line, endLine ?? line);
  });
  const bases = added.length === 0 ? [] : (await Promise.all(input.files.map((file) => search(file, 'base')))).flat();
  return { hits: [...heads, ...bases], read: files.map(({ path }) => path), failed: [], notChecked: [] };
}

type Search = (file: AnalyzedFile, side: 'head' | 'base') => Promise<Hit[]>;

async function load(): Promise<Search> {
  const [{ lintSource }, { creator }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  return async (file, side) => {
    const text = file[side]?.text;
    if (text === undefined) return [];
    const { messages } = await lintSource({
      source: { filePath: file.path, content: blunt(text), contentType: 'text' },
      options: { noPhysicFilePath: true, config: { rules: [{ id: preset, rule: creator }] } },
    });
    return messages.flatMap(({ range, ruleId, messageId }) => hitOf(file, side, range, kindOf(ruleId, messageId)));
  };
}

function hitOf(file: AnalyzedFile, side: 'head' | 'base', [from, to]: readonly [number, number], kind: string): Hit[] {
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

/** `@secretlint/secretlint-rule-github` and `GITHUB_TOKEN` to `github token`. */
function kindOf(ruleId: string, messageId: string): string {
  const vendor = ruleId.replace(/^.*secretlint-rule-/, '').replace(/-/g, ' ');
  const word = messageId
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase();
  return word.includes(vendor) || vendor === 'privatekey' ? word : `${vendor} credential (${word})`;
}
