import { touchesRange } from '../../../domain/model/change.js';
import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import type { Language } from '../language.js';
import { isTestData } from '../test-path.js';
import { innerProgram } from './inner-program.js';
import { isTree, parseSource } from './parse.js';
import { endLineOf, lineOf, type SyntaxNode, type SyntaxTree } from './tree.js';

const rule = 'syntax/error';
const languages: readonly Language[] = ['go', 'shell'];

/**
 * The part of `syntax/error` that rests on a grammar alone: TypeScript, JavaScript and Python have compilers of their own for
 * it. Go's grammar knows all of its language; that of shell does not, so there an error is one of the change only where the
 * base had none, and otherwise an open question.
 */
export const treeErrors: Analyzer = {
  name: 'syntax trees',
  role: 'core-developer',
  compares: 'itself',
  rules: [rule],
  applies: ({ files }) => files.some(isMine),
  analyze,
};

function isMine({ language, path, head, entry }: AnalyzedFile): boolean {
  if (head === undefined || entry.oldBlob === entry.newBlob || isTestData(path)) return false;
  return languages.includes(language) || isTemplate(path) || isFlow(head.text, language);
}

/** Of a script that speaks of Flow, be it in a comment anywhere, oxlint keeps to itself that it does not parse. */
function isFlow(text: string, language: Language): boolean {
  return language === 'javascript' && text.includes('@flow');
}

/** The markup around the scriptlets is not looked at. */
function isTemplate(path: string): boolean {
  return /\.ejs$/i.test(path);
}

async function analyze({ files, signal }: AnalysisInput): Promise<AnalysisResult> {
  const mine = files.filter(isMine);
  const hits: Hit[] = [];
  const open: string[] = [];
  for (const file of mine) {
    signal.throwIfAborted();
    const found = await judge(file);
    if (typeof found === 'string') open.push(found);
    else if (found !== undefined) hits.push(found);
  }
  const read = mine.map(({ path }) => path);
  return { hits, read, failed: [], notChecked: open.map((reason) => ({ rule, reason })) };
}

/** The error that the change brought, or in words why the text cannot be answered for. */
async function judge(file: AnalyzedFile): Promise<Hit | string | undefined> {
  const { path } = file;
  const program = innerProgram(file) ?? file;
  const [head, base] = await Promise.all([treeOf(program, 'head'), treeOf(program, 'base')]);
  for (const side of [head, base]) if (typeof side === 'string') return `${path} could not be parsed: ${side}`;
  const line = lineOfError(file, errorsIn(head));
  if (line === undefined) return undefined;
  if (errorsIn(base).length > 0) return `${path}:${line} does not parse, before the change as little as after it`;
  if (isFlow(file.head?.text ?? '', file.language))
    return `${path}:${line} does not parse, unless it is Flow, which no embedded analyzer reads`;
  if (isDialect(path)) return `no embedded analyzer parses the dialect of ${path}`;
  if (base === undefined && file.language !== 'go') return `${path}:${line} does not parse as ${file.language}`;
  return hitOf(file, line);
}

function errorsIn(tree: SyntaxTree | string | undefined): readonly SyntaxNode[] {
  return tree === undefined || typeof tree === 'string' ? [] : tree.broken();
}

/** The first error on what changed, or else the first; one that stands behind the end of the file is one of its last line. */
function lineOfError({ entry, head }: AnalyzedFile, broken: readonly SyntaxNode[]): number | undefined {
  const near = broken.find((node) => touchesRange(entry.addedLines, lineOf(node), endLineOf(node))) ?? broken[0];
  return near === undefined ? undefined : Math.min(lineOf(near), head?.lines.length ?? 0);
}

function hitOf(file: AnalyzedFile, line: number): Hit {
  return {
    rule,
    severity: 'critical',
    file: file.path,
    side: 'head',
    line,
    message: `The file ${file.base === undefined ? 'does not parse' : 'parsed before the change and does not any more'}. Mend the syntax around this line.`,
  };
}

async function treeOf(file: AnalyzedFile, side: 'base' | 'head'): Promise<SyntaxTree | string | undefined> {
  const source = file[side];
  if (source === undefined) return undefined;
  const outcome = await parseSource(file.language, source.text);
  return isTree(outcome) ? outcome : outcome.unparsed;
}

/** Dialects such as zsh and bats are read with the grammar of bash, which does not know all of them. */
function isDialect(path: string): boolean {
  return /\.(zsh|ksh|bats|fish)$|(^|\/)\.?z\w+$/.test(path);
}
