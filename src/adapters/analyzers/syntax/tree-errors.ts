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
  return languages.includes(language) || isTemplate(path);
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
  const broken = errorsIn(head);
  if (broken.length === 0) return undefined;
  if (errorsIn(base).length > 0) return `${path} does not parse, before the change as little as after it`;
  if (isDialect(path)) return `no embedded analyzer parses the dialect of ${path}`;
  if (base === undefined && file.language !== 'go') return `${path} does not parse as ${file.language}`;
  return hitOf(file, broken);
}

function errorsIn(tree: SyntaxTree | string | undefined): readonly SyntaxNode[] {
  return tree === undefined || typeof tree === 'string' ? [] : tree.broken();
}

function hitOf(file: AnalyzedFile, broken: readonly SyntaxNode[]): Hit | undefined {
  const near = broken.find((node) => touchesRange(file.entry.addedLines, lineOf(node), endLineOf(node))) ?? broken[0];
  if (near === undefined) return undefined;
  return {
    rule,
    severity: 'critical',
    file: file.path,
    side: 'head',
    line: lineOf(near),
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
