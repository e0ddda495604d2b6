import type { Side } from '../../../domain/model/finding.js';
import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, EmbeddedRole, Hit } from '../analyzer.js';
import { isForeign } from '../generated.js';
import { newHits } from '../new-hits.js';
import { isParsed } from '../syntax/grammar.js';
import { innerProgram } from '../syntax/inner-program.js';
import { isTree, parseSource } from '../syntax/parse.js';
import type { FaultRule, ParsedChange, ParsedFile, ParsedSide, SideRule } from './fault-rule.js';
import { isSideRule } from './fault-rule.js';
import { foldMinor } from './fold-minor.js';

/**
 * An analyzer of rules on the syntax tree. It judges the difference itself: hits of rules that look at one side go through
 * `newHits`, and minor hits of one rule are told once.
 */
export function faultAnalyzer(name: string, role: EmbeddedRole, rules: readonly FaultRule[]): Analyzer {
  return {
    name,
    role,
    compares: 'itself',
    rules: rules.map((rule) => rule.doc.id),
    applies: (input) =>
      rules.some((rule) => !isSideRule(rule)) ||
      input.files.some((file) => isParsed(file.language) || innerProgram(file) !== undefined),
    analyze: (input) => analyze(rules, input),
  };
}

async function analyze(rules: readonly FaultRule[], input: AnalysisInput): Promise<AnalysisResult> {
  const failed: { path: string; reason: string }[] = [];
  const read: string[] = [];
  const parsed: ParsedFile[] = [];
  const inner: ParsedFile[] = [];
  for (const file of input.files) {
    input.signal.throwIfAborted();
    const program = isParsed(file.language) ? file : innerProgram(file);
    if (program === undefined) continue;
    const outcome = await parseFile(program);
    if ('unparsed' in outcome) {
      failed.push({ path: file.path, reason: outcome.unparsed });
      continue;
    }
    read.push(file.path);
    if (!isForeign(file)) (program === file ? parsed : inner).push(outcome);
  }
  const hits = await runRules(rules, { input, files: parsed }, inner);
  return { hits: foldMinor(hits), read, failed, notChecked: [] };
}

/** Rules that compare whole programs are not asked about what stands inside of documents and templates. */
async function runRules(
  rules: readonly FaultRule[],
  change: ParsedChange,
  inner: readonly ParsedFile[],
): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const rule of rules) {
    change.input.signal.throwIfAborted();
    if (isSideRule(rule)) hits.push(...newHits(await scanSides(rule, [...change.files, ...inner]), change.input.files));
    else hits.push(...(await rule.judge(change)));
  }
  return hits;
}

async function scanSides(rule: SideRule, files: readonly ParsedFile[]): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const { file, base, head } of files) {
    if (!rule.languages.includes(file.language)) continue;
    for (const side of [base, head]) {
      if (side === undefined) continue;
      const spots = await rule.scan(side);
      hits.push(...spots.map((spot): Hit => ({ rule: rule.doc.id, file: file.path, side: side.side, ...spot })));
    }
  }
  return hits;
}

async function parseFile(file: AnalyzedFile): Promise<ParsedFile | { readonly unparsed: string }> {
  const sides: Partial<Record<Side, ParsedSide>> = {};
  for (const side of ['base', 'head'] as const) {
    const source = file[side];
    if (source === undefined) continue;
    const tree = await parseSource(file.language, source.text);
    if (!isTree(tree)) return tree;
    sides[side] = { file, side, source, tree };
  }
  return { file, base: sides.base, head: sides.head };
}
