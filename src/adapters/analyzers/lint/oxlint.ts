import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Severity } from '../../../domain/model/verdict.js';
import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { isScript } from '../language.js';
import { isTestData } from '../test-path.js';
import { foldMinor } from '../agent-faults/fold-minor.js';
import { newHits } from '../new-hits.js';
import { runTool } from '../run-tool.js';
import { isSwitchedOff } from './switched-off.js';
import { oxlintConfig, ruleName, scriptRules } from './script-rules.js';
import { scriptRuleIds } from './rules.js';

const report = z.object({
  diagnostics: z.array(
    z.object({
      message: z.string(),
      code: z.string().optional(),
      help: z.string().optional(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.number(), column: z.number() }) })),
    }),
  ),
});

type Diagnostic = z.infer<typeof report>['diagnostics'][number];

/** oxlint over both sides of the changed scripts in one process, with no configuration but ours. */
export const oxlint: Analyzer = {
  name: 'oxlint',
  role: 'auditor',
  compares: 'itself',
  rules: scriptRuleIds,
  applies: ({ files }) => files.some(isLinted),
  analyze,
};

function isLinted({ language, head }: AnalyzedFile): boolean {
  return isScript(language) && head !== undefined;
}

async function analyze(input: AnalysisInput): Promise<AnalysisResult> {
  const files = input.files.filter(isLinted);
  const { directory, find } = await input.materialised();
  await writeFile(join(directory, 'oxlint.json'), oxlintConfig());
  const { stdout, stderr } = await runTool(
    process.execPath,
    [binary(), '-c', 'oxlint.json', '--disable-nested-config', '--no-ignore', '-f', 'json', 'head', 'base'],
    { directory, signal: input.signal },
  );
  const parsed = report.safeParse(readJson(stdout));
  if (!parsed.success) throw new Error(`no readable report: ${(stderr || stdout).slice(0, 300)}`);

  const hits: Hit[] = [];
  const broken = { head: new Map<string, Hit>(), base: new Map<string, Hit>() };
  for (const diagnostic of parsed.data.diagnostics) {
    const found = find(diagnostic.filename);
    if (found === undefined) continue;
    const hit = hitOf(diagnostic, found.file, found.side);
    if (hit?.rule === 'syntax/error' && !broken[found.side].has(hit.file)) broken[found.side].set(hit.file, hit);
    else if (hit !== undefined) hits.push(hit);
  }
  const errors = [...broken.head.values()].filter((hit) => !broken.base.has(hit.file) && isSure(hit, files));
  const lasting = newHits(hits, files).filter((hit) => !isSwitchedOff(hit, files));
  return {
    hits: [...errors, ...foldMinor(lasting)],
    read: files.map(({ path }) => path),
    failed: [],
    notChecked: stillBroken(broken, errors),
  };
}

/** What did not parse and is no error of the change was checked by nobody; broken input of tests may be so on purpose. */
function stillBroken(
  { head, base }: Readonly<Record<'head' | 'base', ReadonlyMap<string, Hit>>>,
  told: readonly Hit[],
): AnalysisResult['notChecked'] {
  return [...head.values()]
    .filter((hit) => !told.includes(hit) && !isTestData(hit.file))
    .map(({ file, line }) => ({
      rule: 'syntax/error',
      reason: `${file}:${line} does not parse${base.has(file) ? ', before the change as little as after it' : ''}`,
    }));
}

function binary(): string {
  const manifest = createRequire(import.meta.url).resolve('oxlint/package.json');
  return join(dirname(manifest), 'bin', 'oxlint');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function hitOf(diagnostic: Diagnostic, file: AnalyzedFile, side: 'head' | 'base'): Hit | undefined {
  const line = diagnostic.labels.at(-1)?.span.line ?? 0;
  if (diagnostic.code === undefined) {
    const message = `The file does not parse: ${diagnostic.message}. Nothing that needs it can run.`;
    // Of what ends too early oxlint names the line behind the last.
    const within = Math.min(line, file[side]?.lines.length ?? 0);
    return { rule: 'syntax/error', severity: 'critical', file: file.path, side, line: within, message };
  }
  const name = ruleName(diagnostic.code);
  const chosen = name === undefined ? undefined : scriptRules[name];
  if (name === undefined || chosen === undefined) return undefined;
  if (isOutOfPlace(name, chosen.severity, file) || isOfOther(name, file[side]?.lines.slice(0, line))) return undefined;
  const words = [diagnostic.message, chosen.why, diagnostic.help].filter((each) => each !== undefined);
  return {
    rule: `lint/${name.replace('/', '-')}`,
    severity: chosen.severity,
    file: file.path,
    side,
    line: diagnostic.labels[0]?.span.line ?? line,
    message: words.map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)).join(' '),
  };
}

function isOutOfPlace(name: string, severity: Severity, { isTest }: AnalyzedFile): boolean {
  return isTest && (severity === 'minor' || /^no-(eval|new-func)$/.test(name));
}

/** `new Request(other, { body })` has the method of the other request, which nobody can tell from here. */
function isOfOther(name: string, lines: readonly string[] = []): boolean {
  if (name !== 'unicorn/no-invalid-fetch-options') return false;
  const call = /\bnew Request\(\s*([^\s'"`][^]*)$/.exec(lines.slice(-6).join('\n'))?.[1];
  return call !== undefined && !/\bmethod\b/.test(call);
}

/** Dialects that the parser does not speak, and broken input of tests, are no syntax errors of the change. */
function isSure(hit: Hit, files: readonly AnalyzedFile[]): boolean {
  const file = files.find(({ path }) => path === hit.file);
  if (file === undefined || isTestData(file.path)) return false;
  return !/@(no)?flow\b/.test(file.head?.text.slice(0, 2_000) ?? '') && !file.path.includes('{{');
}
