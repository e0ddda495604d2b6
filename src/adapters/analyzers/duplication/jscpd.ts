import { createRequire } from 'node:module';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { touchesRange, type ChangedFile } from '../../../domain/model/change.js';
import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { foldMinor } from '../agent-faults/fold-minor.js';
import { blunt } from '../blunt.js';
import { generatedBy } from '../generated.js';
import { isProgram } from '../language.js';
import { runTool } from '../run-tool.js';
import { neighbours } from './neighbours.js';
import { duplicationRule } from './rule.js';

const minLines = 10;
const minTokens = 60;

const report = z.object({
  duplicates: z.array(
    z.object({
      fragment: z.string(),
      firstFile: z.object({ name: z.string(), start: z.number(), end: z.number() }),
      secondFile: z.object({ name: z.string(), start: z.number(), end: z.number() }),
    }),
  ),
});

/** jscpd over the changed programs and their neighbours in the head tree; asked only when a long block was added. */
export const jscpd: Analyzer = {
  name: 'jscpd',
  role: 'architect',
  compares: 'itself',
  rules: [duplicationRule.id],
  applies: ({ files }) => files.some(hasNewBlock),
  analyze,
};

/** Every example stands for itself. */
const standalone = /(^|\/)(_?examples?|samples?|demos?|tutorials?|playgrounds?|docs_src)\//i;

function isCompared(file: AnalyzedFile): boolean {
  return (
    !standalone.test(file.path) &&
    isProgram(file.language) &&
    !file.isTest &&
    file.head !== undefined &&
    generatedBy(file.head) === undefined
  );
}

function hasNewBlock(file: AnalyzedFile): boolean {
  return isCompared(file) && file.entry.addedLines.some(([from, to]) => to - from + 1 >= minLines);
}

interface Place {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

async function analyze(input: AnalysisInput): Promise<AnalysisResult> {
  const files = input.files.filter(isCompared);
  const { directory } = await input.materialised();
  const root = join(directory, 'blocks');
  await mkdir(root);
  const others = await neighbours(input.packet.frozen, files);
  const all = [...files.map(({ path, head }) => ({ path, text: head?.text ?? '' })), ...others];
  const nameOf = (path: string, index: number): string => `${index}${/\.[a-z]{1,4}$/i.exec(path)?.[0] ?? '.js'}`;
  await Promise.all(all.map(({ path, text }, index) => writeFile(join(root, nameOf(path, index)), blunt(text))));
  await writeFile(join(directory, 'jscpd.json'), '{}');
  await runTool(
    binary(),
    [
      '-c',
      'jscpd.json',
      '--no-gitignore',
      '--no-tips',
      '-s',
      '-k',
      `${minTokens}`,
      '-l',
      `${minLines}`,
      '-r',
      'json',
      '-o',
      'clones',
      'blocks',
    ],
    { directory, signal: input.signal },
  );
  const { duplicates } = report.parse(
    JSON.parse(await readFile(join(directory, 'clones', 'jscpd-report.json'), 'utf8')),
  );
  const placeOf = ({ name, start, end }: { name: string; start: number; end: number }): Place | undefined => {
    const path = all[Number.parseInt(name.slice(name.lastIndexOf('/') + 1), 10)]?.path;
    return path === undefined ? undefined : { path, from: start, to: end };
  };
  const hits = duplicates.flatMap(({ firstFile, secondFile, fragment }) =>
    isDeclarations(fragment) ? [] : hitOf(placeOf(firstFile), placeOf(secondFile), files),
  );
  return { hits: foldMinor(hits), read: files.map(({ path }) => path), failed: [], notChecked: [] };
}

/** The program itself, without the starter script around it. */
function binary(): string {
  const ours = createRequire(import.meta.url);
  const { getPlatformKey, PLATFORM_MAP } = platform.parse(ours('jscpd/platform-map.js'));
  const entry = PLATFORM_MAP[getPlatformKey() ?? ''];
  if (entry === undefined) throw new Error('jscpd has no program for this platform');
  const manifest = createRequire(ours.resolve('jscpd/package.json')).resolve(`${entry.packageName}/package.json`);
  return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'jscpd.exe' : 'jscpd');
}

const platform = z.object({
  getPlatformKey: z.custom<() => string | null>((value) => typeof value === 'function'),
  PLATFORM_MAP: z.record(z.string(), z.object({ packageName: z.string() })),
});

function hitOf(first: Place | undefined, second: Place | undefined, files: readonly AnalyzedFile[]): Hit[] {
  if (first === undefined || second === undefined) return [];
  const entryOf = ({ path }: Place): ChangedFile | undefined => files.find((file) => file.path === path)?.entry;
  for (const [copy, origin] of [
    [second, first],
    [first, second],
  ] as const) {
    const entry = entryOf(copy);
    if (entry === undefined || addedShare(entry, copy) < 0.8) continue;
    const message = `These ${copy.to - copy.from + 1} added lines also stand at ${origin.path}:${origin.from}-${origin.to}. The next change to one copy will miss the other; give the block a name and call it from both places.`;
    return [
      {
        rule: duplicationRule.id,
        severity: 'minor',
        file: copy.path,
        side: 'head',
        line: copy.from,
        endLine: copy.to,
        message,
      },
    ];
  }
  return [];
}

function addedShare({ addedLines }: ChangedFile, { from, to }: Place): number {
  let added = 0;
  for (let line = from; line <= to; line += 1) if (touchesRange(addedLines, line, line)) added += 1;
  return added / (to - from + 1);
}

/** Imports, re-exports, plain tables, signatures and closing brackets are alike everywhere. */
function isDeclarations(fragment: string): boolean {
  const lines = fragment.split('\n').filter((line) => /\w/.test(line));
  const plain = lines.filter((line) => declaration.test(line.trim()));
  return plain.length > lines.length / 2;
}

const declaration =
  /^(import\b|from\b|export (\*|\{)|["'\d]|[\w$*]+,?$|[\w'"-]+\??: .*,$|[\w'"-]+\??: [^()=]*;?$|package\b|type\b|readonly\b|@|def \w+\($|\) ->|\/\/|\*|\/\*|#)/;
