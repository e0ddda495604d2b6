import type { AnalysisInput, AnalysisResult, Analyzer, Hit } from '../analyzer.js';
import { newHits } from '../new-hits.js';

export interface AnalyzerRun {
  readonly analyzer: Analyzer;
  readonly result: AnalysisResult;
  /** Hits the change is answerable for. */
  readonly hits: readonly Hit[];
  readonly durationMs: number;
}

/** Runs all that apply side by side. One that throws has checked nothing; the others are not touched by it. */
export async function runAnalyzers(
  analyzers: readonly Analyzer[],
  input: AnalysisInput,
): Promise<readonly AnalyzerRun[]> {
  return Promise.all(analyzers.map((analyzer) => runOne(analyzer, input)));
}

async function runOne(analyzer: Analyzer, input: AnalysisInput): Promise<AnalyzerRun> {
  const start = performance.now();
  const run = (result: AnalysisResult): AnalyzerRun => ({
    analyzer,
    result,
    hits: analyzer.compares === 'sides' ? newHits(result.hits, input.files) : result.hits,
    durationMs: performance.now() - start,
  });
  try {
    if (!analyzer.applies(input)) return run(nothing);
    input.progress(analyzer.name);
    return run(await analyzer.analyze(input));
  } catch (error) {
    if (input.signal.aborted) throw error;
    const reason = `${analyzer.name} failed: ${error instanceof Error ? error.message : String(error)}`;
    return run({ ...nothing, notChecked: analyzer.rules.map((rule) => ({ rule, reason })) });
  }
}

const nothing: AnalysisResult = { hits: [], read: [], failed: [], notChecked: [] };
