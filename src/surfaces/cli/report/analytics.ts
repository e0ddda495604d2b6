import type { AnalyticsReport } from '../../../application/analytics.js';
import { counted, hanging } from '../text/layout.js';
import { printable } from '../text/printable.js';

/** The counters in a few lines, e.g. below the living table (SPEC 6.6). Empty where nothing was reviewed yet. */
export function analyticsLines({ summary, tuning }: AnalyticsReport, columns: number): readonly string[] {
  if (summary.total_reviews === 0) return [];
  const prose = (first: string, text: string) => hanging(first, printable(text), columns);
  const models = Object.entries(summary.model_accuracy).flatMap(([model, found]) =>
    prose('  ', `${model}: ${found.true_positive} right, ${found.false_positive} wrong, ${found.missed} missed`),
  );
  const services = Object.entries(summary.by_service).flatMap(([service, { reviews, common_issues: issues }]) => {
    const again = issues.length === 0 ? '' : `: ${issues.join('; ')}`;
    return prose('  ', `${service}, ${counted(reviews, 'review')}${again}`);
  });
  return [
    ...prose('', headline(summary)),
    ...(models.length === 0 ? [] : ['', 'Findings by model, as far as somebody said what became of them', ...models]),
    ...(services.length === 0 ? [] : ['', 'Services, with what is found in them', ...services]),
    ...(tuning.length === 0 ? [] : ['', ...tuning.flatMap((hint) => prose('- ', hint))]),
  ];
}

/** Reviews, who decided them, and how often authors were sent back. */
export function headline(summary: AnalyticsReport['summary']): string {
  const { total_reviews: total, human_decided: persons, human_overrides: overrides } = summary;
  const decided = summary.auto_approved + summary.auto_rejected + persons;
  const against = overrides === 0 ? '' : ` (${overrides} against the reviewers)`;
  const ends = [
    `${summary.auto_approved} approved and ${summary.auto_rejected} turned down without a person`,
    `${persons} by a person${against}`,
    ...(decided === total ? [] : [`${total - decided} open`]),
  ];
  return `${counted(total, 'review')}: ${ends.join(', ')}; ${summary.avg_fix_iterations ?? 0} fix iterations within a review`;
}
