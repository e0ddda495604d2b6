import type { EmbeddedVerdict } from '../../model/review.js';
import type { Severity, Verdict } from '../../model/verdict.js';

/** Verdict and confidence of a reviewer without a verdict of its own (SPEC 5.5, PRS 6.1), from its findings alone. */
export function embeddedVerdict(
  severities: readonly Severity[],
  numbers: EmbeddedVerdict,
): { readonly verdict: Exclude<Verdict, 'inconclusive' | 'rejected'>; readonly confidence: number } {
  if (severities.includes('critical')) return { verdict: 'changes_requested', confidence: numbers.criticalConfidence };
  if (severities.includes('important'))
    return { verdict: 'changes_requested', confidence: numbers.importantConfidence };
  const minor = severities.filter((severity) => severity === 'minor').length;
  if (minor > numbers.maxMinor) return { verdict: 'changes_requested', confidence: numbers.minorConfidence };
  return { verdict: 'approved', confidence: numbers.cleanConfidence };
}
