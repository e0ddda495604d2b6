import type { RuleResult } from '../../domain/model/decision.js';
import type { Review } from '../../domain/model/review.js';

/** Rules that look at what embedded reviewers found alone: an agent objects by its verdict (SPEC 5.5). */
const ofEmbedded: ReadonlySet<string> = new Set(['standards.important', 'standards.minor']);

/**
 * Every rule of a review for a reader. What the journal says of findings that embedded reviewers raised does not say that they
 * did; it stays there as it is, since replay computes it again.
 */
export function shownRules({
  openingRules,
  decision,
}: Pick<Review, 'openingRules' | 'decision'>): readonly RuleResult[] {
  return [...openingRules, ...(decision?.rules ?? [])].map((rule) =>
    ofEmbedded.has(rule.id) ? { ...rule, reason: named(rule.reason) } : rule,
  );
}

function named(reason: string): string {
  return reason.replace(/ findings?(?=,|$)/u, (findings) => `${findings} of the embedded reviewers`);
}
