import { pairName, type AnalyticsCount } from '../model/analytics.js';
import type { Finding } from '../model/finding.js';
import { everyFinding, type Review } from '../model/review.js';
import { lookedFor, raisedBy } from './models.js';

/**
 * How far the models of a panel raise the same (SPEC 7): each finding of one stage is counted for each two models that looked, where one of them
 * raised it. What neither raised can't be counted: nobody knows how many there are.
 */
export function pairsOf(review: Review): readonly AnalyticsCount[] {
  if (review.panel === undefined) return [];
  return everyFinding(review).flatMap((finding) => (finding.from === undefined ? pairsOn(finding, review) : []));
}

function pairsOn(finding: Finding, review: Review): readonly AnalyticsCount[] {
  const raised = new Set(raisedBy(finding, review));
  const looked = lookedFor(finding, review);
  return looked.flatMap((one, index) =>
    looked.slice(index + 1).flatMap((other): readonly AnalyticsCount[] => {
      const by = [one, other].filter((model) => raised.has(model)).length;
      const pair = { subject: 'pair' as const, name: pairName(one, other) };
      return [
        ...(by > 0 ? [{ ...pair, measure: 'raised_by_either' as const, count: 1 }] : []),
        ...(by === 2 ? [{ ...pair, measure: 'raised_by_both' as const, count: 1 }] : []),
      ];
    }),
  );
}
