import { posix } from 'node:path';
import type { Packet } from '../../../application/ports/reviewer.js';
import type { Severity } from '../../../domain/model/verdict.js';
import type { AnalysisInput, AnalysisResult, AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { jsonObject } from '../dependencies/project-tree.js';
import { isScript } from '../language.js';
import { isAnnounced, isUnstablePython } from './announced.js';
import { goPackage, isInternalPackage } from './go-api.js';
import { pythonNames } from './python-api.js';
import { apiRule } from './rule.js';
import { entryFiles, exportedNames } from './script-api.js';

/** Public names that the change removed, computed from what the entries of a package offer on each side. */
export const publicApi: Analyzer = {
  name: 'public API',
  role: 'architect',
  compares: 'itself',
  rules: [apiRule.id],
  applies: ({ packet, files }) => !isDeclaredBreaking(packet) && files.some(mayRemove),
  analyze,
};

/** A hit with the names it speaks of. */
interface Removal extends Hit {
  readonly gone: readonly string[];
}

function mayRemove({ language, base, isTest, entry }: AnalyzedFile): boolean {
  const read = isScript(language) || language === 'python' || language === 'go';
  return read && base !== undefined && !isTest && (entry.deletedLines.length > 0 || entry.status === 'R');
}

function isDeclaredBreaking({ classification, frozen }: Packet): boolean {
  const messages = frozen.change.commits.map(({ message }) => message);
  return (
    classification.type === 'breaking_change' ||
    messages.some((message) => /^\w+(\([^)]*\))?!:|^BREAKING[ -]CHANGE/m.test(message))
  );
}

async function analyze(input: AnalysisInput): Promise<AnalysisResult> {
  const mine = input.files.filter(mayRemove);
  const found = await Promise.all([scriptHits(input, mine), pythonHits(mine, input), goHits(input, mine)]);
  const hits = found
    .flat()
    .map(({ gone, ...hit }): Hit => (isAnnounced(input, gone) ? { ...hit, severity: 'minor' } : hit));
  return { hits, read: mine.map(({ path }) => path), failed: [], notChecked: [] };
}

async function scriptHits(
  { packet, signal }: AnalysisInput,
  mine: readonly AnalyzedFile[],
): Promise<readonly Removal[]> {
  const changed = mine.filter(({ language }) => isScript(language));
  if (changed.length === 0) return [];
  const { frozen } = packet;
  const [base, head] = await Promise.all(
    (['base', 'head'] as const).map(async (side) => new Set((await frozen.listTree(side)).map(({ path }) => path))),
  );
  if (base === undefined || head === undefined) return [];
  const manifests = [...base].filter((path) => /(^|\/)package\.json$/.test(path) && head.has(path));
  const touched = new Set(changed.map(({ path, entry }) => entry.oldPath ?? path));
  const hits: Removal[] = [];
  for (const manifestPath of manifests.filter((path) => isAbove(path, touched))) {
    signal.throwIfAborted();
    const [before, now] = await Promise.all([
      readText(packet, 'base', manifestPath),
      readText(packet, 'head', manifestPath),
    ]);
    if (majorOf(before) !== majorOf(now)) continue;
    const severity: Severity = majorOf(before) === '0' ? 'minor' : 'important';
    for (const entry of entryFiles(manifestPath, before, base)) {
      if (!head.has(entry)) continue;
      const [offered, kept] = await Promise.all([
        exportedNames(frozen, 'base', entry, base),
        exportedNames(frozen, 'head', entry, head),
      ]);
      if (!offered.complete || !kept.complete || ![...offered.files].some((path) => touched.has(path))) continue;
      const gone = [...offered.names].filter((name) => !kept.names.has(name) && isPublic(name));
      if (gone.length > 0) hits.push(hitOf(gone, entry, changed, severity));
    }
  }
  return unique(hits);
}

function isAbove(manifestPath: string, touched: ReadonlySet<string>): boolean {
  const folder = posix.dirname(manifestPath);
  return (
    !manifestPath.includes('node_modules/') &&
    [...touched].some((path) => folder === '.' || path.startsWith(`${folder}/`))
  );
}

async function readText(packet: Packet, side: 'base' | 'head', path: string): Promise<string> {
  const bytes = await packet.frozen.readFile(side, path);
  return new TextDecoder().decode(bytes);
}

function majorOf(manifest: string): string {
  const version = jsonObject(manifest)?.['version'];
  return typeof version === 'string' ? (version.split('.')[0] ?? '') : '';
}

function isPublic(name: string): boolean {
  return !/^_|^(unstable|experimental|internal|UNSAFE|unsafe)|internal$/i.test(name);
}

async function pythonHits(mine: readonly AnalyzedFile[], { packet }: AnalysisInput): Promise<readonly Removal[]> {
  const modules = mine.filter(
    ({ language, path }) =>
      language === 'python' &&
      !/(^|\/)(_\w|tests?\/|docs\/|examples?\/|scripts\/|setup\.py)/.test(path.replace(/__init__\.py$/, '')),
  );
  if (modules.length === 0) return [];
  const top = await packet.frozen.listTree('head');
  if (!top.some(({ path }) => /(^|\/)(pyproject\.toml|setup\.py|setup\.cfg)$/.test(path))) return [];
  const hits = await Promise.all(
    modules.map(async ({ path, base, head }): Promise<Removal[]> => {
      const isPackage = path.endsWith('__init__.py');
      if (base === undefined || head === undefined) return [];
      const [offered, kept] = await Promise.all([pythonNames(base, isPackage), pythonNames(head, isPackage)]);
      if (offered === undefined || kept === undefined) return [];
      const gone = [...offered].filter((name) => !kept.has(name) && isPublic(name) && !isBound(head.text, name));
      if (gone.length === 0) return [];
      return [hitOf(gone, path, modules, (await isUnstablePython(packet.frozen, path)) ? 'minor' : 'important')];
    }),
  );
  return hits.flat();
}

/** The name is still defined, imported or listed somewhere in the module. */
function isBound(text: string, name: string): boolean {
  const word = `${name.replace(/[$\\]/g, '\\$&')}\\b`;
  return new RegExp(
    `^[ \\t]*(async )?(def|class)[ ]${word}|\\bas[ ]${word}|^[ \\t]*${word}[ ]*(:[^\\n]*)?=|\\bimport\\b[^\\n]*\\b${word}|^[ \\t]+${word},?[ \\t]*(#|$)|["']${word}["']`,
    'm',
  ).test(text);
}

async function goHits({ packet }: AnalysisInput, mine: readonly AnalyzedFile[]): Promise<readonly Removal[]> {
  const folders = new Set(mine.filter(({ language }) => language === 'go').map(({ path }) => posix.dirname(path)));
  const hits: Removal[] = [];
  for (const folder of [...folders].filter((each) => !isInternalPackage(each))) {
    const [offered, kept] = await Promise.all([
      goPackage(packet.frozen, 'base', folder),
      goPackage(packet.frozen, 'head', folder),
    ]);
    if (offered === undefined || kept === undefined || offered.isProgram || kept.names.size === 0) continue;
    const gone = [...offered.names].filter((name) => !kept.names.has(name));
    if (gone.length === 0) continue;
    const program = (await packet.frozen.listTree('head')).some(({ path }) => /^(main\.go|cmd\/.*\.go)$/.test(path));
    const inFolder = mine.filter(({ path }) => posix.dirname(path) === folder);
    hits.push(
      hitOf(gone, folder === '.' ? (inFolder[0]?.path ?? '') : folder, inFolder, program ? 'minor' : 'important'),
    );
  }
  return hits;
}

function hitOf(
  gone: readonly string[],
  offeredBy: string,
  changed: readonly AnalyzedFile[],
  severity: Severity,
): Removal {
  const [first = ''] = gone;
  const word = first.split('.').at(-1) ?? first;
  const place = changed
    .map((file) => ({ file, line: removedLine(file, word) }))
    .sort((a, b) => Number(b.line > 0) - Number(a.line > 0))[0];
  const names = gone
    .slice(0, 5)
    .map((name) => `\`${name}\``)
    .join(', ');
  const more = gone.length > 5 ? ` and ${gone.length - 5} more` : '';
  const message = `${names}${more} can no longer be imported from ${offeredBy}: whoever uses ${gone.length === 1 ? 'it' : 'them'} breaks. Keep and deprecate, or declare the change as breaking.`;
  return {
    gone,
    rule: apiRule.id,
    severity,
    file: place?.file.path ?? offeredBy,
    side: 'base',
    line: place?.line ?? 0,
    message,
  };
}

function removedLine({ base, entry }: AnalyzedFile, word: string): number {
  const named = new RegExp(`\\b${word.replace(/[^\w]/g, '')}\\b`);
  for (const [from, to] of entry.deletedLines) {
    const at = (base?.lines.slice(from - 1, to) ?? []).findIndex((line) => named.test(line));
    if (at >= 0) return from + at;
  }
  return 0;
}

function unique(hits: readonly Removal[]): readonly Removal[] {
  return [
    ...new Map(hits.map((hit) => [`${hit.file} ${hit.line} ${hit.message.split(' can no longer')[0]}`, hit])).values(),
  ];
}
