import type { Analyzer, AnalysisInput, AnalyzedFile, Hit } from '../../src/adapters/analyzers/analyzer.js';
import { detectLanguage } from '../../src/adapters/analyzers/detect-language.js';
import { decode } from '../../src/adapters/analyzers/frame/decode.js';
import { isTestPath } from '../../src/adapters/analyzers/test-path.js';
import type { FrozenChange } from '../../src/application/ports/repository.js';
import type { ChangeSpec } from './frozen-change.js';
import { frozenChange, packetFor } from './frozen-change.js';

/** What analyzers that judge the difference themselves say of a change, as `rule severity path:line`. */
export async function faultsFound(analyzers: readonly Analyzer[], spec: ChangeSpec): Promise<readonly string[]> {
  const hits = await hitsFound(analyzers, frozenChange(spec));
  return hits.map((hit) => `${hit.rule} ${hit.severity} ${hit.file}:${hit.line}`).sort();
}

export async function hitsFound(analyzers: readonly Analyzer[], frozen: FrozenChange): Promise<readonly Hit[]> {
  const input = await analysisInput(frozen);
  const found: Hit[] = [];
  for (const analyzer of analyzers) {
    if (analyzer.applies(input)) found.push(...(await analyzer.analyze(input)).hits);
  }
  return found;
}

export async function analysisInput(frozen: FrozenChange): Promise<AnalysisInput> {
  const files: AnalyzedFile[] = [];
  for (const entry of frozen.change.files) {
    if (entry.binary) continue;
    const base = await readSide(frozen, entry.oldBlob);
    const head = await readSide(frozen, entry.newBlob);
    const language = detectLanguage(entry.path, (head ?? base)?.lines[0] ?? '');
    files.push({ entry, path: entry.path, language, isTest: isTestPath(entry.path, language), base, head });
  }
  return {
    packet: packetFor(frozen),
    files,
    materialised: () => Promise.reject(new Error('syntax rules need no directory')),
    progress: () => undefined,
    signal: new AbortController().signal,
  };
}

async function readSide(frozen: FrozenChange, blob: string): Promise<AnalyzedFile['head']> {
  const bytes = /^0+$/.test(blob) ? undefined : await frozen.readBlob(blob);
  const decoded = bytes === undefined ? undefined : decode(bytes);
  return decoded === undefined || 'unreadable' in decoded ? undefined : decoded;
}
