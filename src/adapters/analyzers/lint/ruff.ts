import { z } from 'zod';
import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { isAddedLine } from '../../../domain/model/change.js';
import { blunt } from '../blunt.js';
import { foldMinor } from '../agent-faults/fold-minor.js';
import { newHits } from '../new-hits.js';
import { isTestData } from '../test-path.js';
import { pythonRules } from './python-rules.js';
import { pythonRuleIds } from './rules.js';
import { isSwitchedOff } from './switched-off.js';

const diagnostics = z.array(
  z.object({
    code: z.string().nullable(),
    message: z.string(),
    start_location: z.object({ row: z.number() }),
  }),
);

/** ruff, compiled to WebAssembly, over both sides of the changed Python files; it has no file system to find a configuration in. */
export const ruff: Analyzer = {
  name: 'ruff',
  role: 'auditor',
  compares: 'itself',
  rules: pythonRuleIds,
  applies: ({ files }) => files.some(isLinted),
  analyze,
};

function isLinted({ language, head }: AnalyzedFile): boolean {
  return language === 'python' && head !== undefined;
}

async function analyze(input: AnalysisInput): Promise<AnalysisResult> {
  const files = input.files.filter(isLinted);
  const check = await load();
  const hits: Hit[] = [];
  const stillBroken: string[] = [];
  for (const file of files) {
    input.signal.throwIfAborted();
    const head = check(file, 'head');
    if (!head.some((hit) => hit.rule === 'syntax/error' || isAddedLine(file.entry, hit.line))) continue;
    const base = check(file, 'base');
    const error = head.find(({ rule }) => rule === 'syntax/error');
    const wasBroken = base.some(({ rule }) => rule === 'syntax/error');
    if (error !== undefined && !isTestData(file.path)) {
      // A file of a template is filled in before anybody parses it.
      if (wasBroken)
        stillBroken.push(`${file.path}:${error.line} does not parse, before the change as little as after it`);
      else if (file.path.includes('{{')) stillBroken.push(`${file.path}:${error.line} does not parse`);
      else hits.push(error);
    }
    if (error === undefined && !wasBroken) hits.push(...head.filter((hit) => !wasUnused(hit, base)), ...base);
  }
  const lint = newHits(
    hits.filter(({ rule }) => rule !== 'syntax/error'),
    files,
  ).filter((hit) => !isSwitchedOff(hit, files));
  const errors = hits.filter(({ rule }) => rule === 'syntax/error');
  return {
    hits: [...errors, ...foldMinor(lint)],
    read: files.map(({ path }) => path),
    failed: [],
    notChecked: stillBroken.map((reason) => ({ rule: 'syntax/error', reason })),
  };
}

/** The name was unused before; only what stands beside it on the line is new. */
function wasUnused({ rule, message }: Hit, base: readonly Hit[]): boolean {
  return rule === 'lint/F401' && base.some((hit) => hit.rule === rule && hit.message === message);
}

/**
 * The optimising compiler would take longer over ruff than all that is checked with it: the plain code halves a review.
 * Only WebAssembly that is loaded from here on is concerned.
 */
async function load(): Promise<(file: AnalyzedFile, side: 'head' | 'base') => Hit[]> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--liftoff-only');
  const { Workspace, PositionEncoding } = await import('@astral-sh/ruff-wasm-nodejs');
  const workspace = new Workspace(
    { 'target-version': 'py313', lint: { select: ['E9', ...Object.keys(pythonRules)] } },
    PositionEncoding.Utf16,
  );
  return (file, side) => {
    const text = file[side]?.text;
    if (text === undefined) return [];
    return diagnostics.parse(workspace.check(blunt(text))).flatMap((diagnostic) => hitOf(diagnostic, file, side) ?? []);
  };
}

function hitOf(
  { code, message, start_location: start }: z.infer<typeof diagnostics>[number],
  file: AnalyzedFile,
  side: 'head' | 'base',
): Hit | undefined {
  const place = { file: file.path, side, line: start.row };
  if (code === null || code === 'invalid-syntax' || code.startsWith('E9')) {
    const words = `The file does not parse: ${message}. Nothing that imports it can run.`;
    // Of what ends too early ruff names the line behind the last.
    const line = Math.min(start.row, file[side]?.lines.length ?? 0);
    return { rule: 'syntax/error', severity: 'critical', message: words, ...place, line };
  }
  const chosen = pythonRules[code];
  const text = file[side]?.lines[start.row - 1] ?? '';
  if (chosen === undefined || isOutOfPlace(code, message, file) || isHarmless(code, message, text)) return undefined;
  const id = chosen.id ?? `lint/${code}`;
  const severity = isLessDangerous(code, text, file) ? 'minor' : chosen.severity;
  const words = `${message.replace(/\.$/, '')} (ruff ${code}).${chosen.why === undefined ? '' : ` ${chosen.why}`}`;
  return { rule: id, severity, message: words, ...place };
}

/** A command or an expression that stands in the code in full cannot be anybody else's. */
function isHarmless(code: string, message: string, line: string): boolean {
  if (code === 'S602' || code === 'S605') return message.includes('seems safe');
  return /^S(102|307)$/.test(code) && /\b(eval|exec)\(\s*[rb]?(["'])(?:(?!\2).)*\2\s*[,)]/i.test(line);
}

function isLessDangerous(code: string, line: string, { path }: AnalyzedFile): boolean {
  if (!code.startsWith('S')) return false;
  if (code === 'S301' && !/request|payload|body|sock|recv|cookie|session|message|upload|redis|queue/i.test(line))
    return true;
  return (
    /(^|\/)(setup|conf|noxfile|tasks|fabfile|conftest|manage|dodo|versioneer)\.py$/.test(path) ||
    /(^|\/)(scripts?|tools?|examples?|bench(marks?)?|docs|ci|\.github|hack|dev)\//.test(path)
  );
}

/** Re-exports, fixtures and names that a run time puts in are no mistakes. */
function isOutOfPlace(code: string, message: string, { path, isTest }: AnalyzedFile): boolean {
  if (code === 'F401')
    return /(^|\/)(__init__|conftest|compat|_compat)\.py$/.test(path) || path.endsWith('.pyi') || isTest;
  if (code === 'F821') return /`(_|__\w+__|get_ipython|reveal_type|unicode|xrange|basestring|long)`/.test(message);
  return isTest && (pythonRules[code]?.severity === 'minor' || code.startsWith('S'));
}
