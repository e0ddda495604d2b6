import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { isLockFile } from '../lock-file.js';
import { parserOf } from './parsers.js';
import { textKind, type ParsedText } from './text-kind.js';

const rule = 'syntax/error';

/**
 * Changed texts that are no program: those that parsed before the change, or are new, and do not parse now. What it cannot
 * answer for is said, so that nobody calls valid what nobody parsed.
 */
export const dataParseErrors: Analyzer = {
  name: 'data files',
  role: 'core-developer',
  compares: 'itself',
  rules: [rule],
  applies: ({ files }) => files.some(isMine),
  analyze,
};

function isMine(file: AnalyzedFile): boolean {
  const { entry, head } = file;
  if (head === undefined || entry.oldBlob === entry.newBlob) return false;
  const kind = textKind(file);
  return 'parser' in kind || 'unparsed' in kind;
}

async function analyze({ files, signal }: AnalysisInput): Promise<AnalysisResult> {
  const hits: Hit[] = [];
  const read: string[] = [];
  const open: string[] = [];
  for (const file of files.filter(isMine)) {
    signal.throwIfAborted();
    const kind = textKind(file);
    if ('unparsed' in kind) open.push(`no embedded analyzer parses ${kind.unparsed} (${file.path})`);
    if (!('parser' in kind)) continue;
    read.push(file.path);
    const found = await judge(file, kind.parser);
    if (typeof found === 'string') open.push(found);
    else if (found !== undefined) hits.push(found);
  }
  return { hits, read, failed: [], notChecked: open.map((reason) => ({ rule, reason })) };
}

/** The error that the change brought, or in words why the text cannot be answered for. */
async function judge(file: AnalyzedFile, parser: ParsedText): Promise<Hit | string | undefined> {
  const parse = await parserOf(parser, file.path);
  const error = parse(file.head?.text ?? '');
  if (error === undefined) return undefined;
  if (isTemplate(file)) return `no embedded analyzer parses templates of ${nameOf(parser, file.path)} (${file.path})`;
  if (file.base !== undefined && parse(file.base.text) !== undefined) {
    return `${file.path}:${lineIn(file, error.line)} does not parse as ${nameOf(parser, file.path)}, and did not before the change: ${error.message}`;
  }
  return {
    rule,
    severity: isLockFile(file.path) ? 'critical' : 'important',
    file: file.path,
    side: 'head',
    line: lineIn(file, error.line),
    message: `The file is not valid ${nameOf(parser, file.path)}: ${error.message}. Whatever loads it will fail.`,
  };
}

/** Of what ends too early a parser names the line behind the last. */
function lineIn({ head }: AnalyzedFile, line: number): number {
  return Math.min(line, head?.lines.length ?? 0);
}

function nameOf(parser: ParsedText, path: string): string {
  return /\.ipynb$/i.test(path) ? 'JSON of a notebook' : words[parser];
}

const words: Readonly<Record<ParsedText, string>> = {
  json: 'JSON',
  'json-lines': 'JSON lines',
  yaml: 'YAML',
  toml: 'TOML',
  xml: 'XML',
  html: 'HTML',
  css: 'CSS',
  mdx: 'MDX',
  dockerfile: 'Dockerfile',
  settings: 'settings of keys and values',
  'go-module': 'module file of Go',
  'go-sums': 'list of checksums of Go',
  requirements: 'list of requirements',
  'yarn-lock': 'lock file of yarn',
};

/** Text that becomes data only after a template engine has run; notebooks hold programs with such signs. */
function isTemplate({ path, head }: AnalyzedFile): boolean {
  if (/\.ipynb$/i.test(path)) return false;
  return /\{\{|\{%|<%|\$\{\{? *[a-z_.]+ *\}\}?:/.test(head?.text ?? '') && !path.startsWith('.github/')
    ? true
    : /\{\{|\b(templates?|cookiecutter|skeleton)\b/i.test(path);
}
