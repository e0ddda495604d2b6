import type { AnalyticsSummary, CommonIssue } from './summary.js';

/** Below so many nothing is said: single reviews make any rate. */
const enough = 5;
/** More wrong findings than this part of those judged, or more misses than this part of what there was to see. */
const tooMany = 0.3;
/** In so many changes an issue is a pattern of its service. */
const often = 3;

/** What the figures suggest to change (V2), each in a sentence with its figures. */
export function tuningHints(summary: AnalyticsSummary, issues: readonly CommonIssue[]): readonly string[] {
  return [
    ...Object.entries(summary.model_accuracy).flatMap(([model, accuracy]) => ofModel(model, accuracy)),
    ...ofFixing(summary),
    ...ofPersons(summary),
    ...issues.filter(({ changes }) => changes >= often).map(ofIssue),
  ];
}

type Accuracy = AnalyticsSummary['model_accuracy'][string];

function ofModel(model: string, { true_positive: right, false_positive: wrong, missed }: Accuracy): readonly string[] {
  const hints: string[] = [];
  if (right + wrong >= enough && wrong / (right + wrong) > tooMany)
    hints.push(
      `${model}: ${ratio(wrong, right + wrong)} of its judged findings were no problem: consider leaving it out of ` +
        '`review.parallel_models`, or `strategy: single`.',
    );
  if (right + missed >= enough && missed / (right + missed) > tooMany)
    hints.push(
      `${model}: it missed ${ratio(missed, right + missed)} of the problems that it could have seen: do not let it decide alone.`,
    );
  return hints;
}

function ofFixing({ avg_fix_iterations: mean, total_reviews: total }: AnalyticsSummary): readonly string[] {
  if (mean === null || total < enough || mean <= 1) return [];
  return [
    `${mean} fix iterations a review over ${total} reviews: reviewers may be too strict, or authors need clearer specifications.`,
  ];
}

function ofPersons({ human_decided: decided, human_overrides: overrides }: AnalyticsSummary): readonly string[] {
  if (decided < enough || overrides / decided <= tooMany) return [];
  return [
    `Persons decided against the reviewers in ${ratio(overrides, decided)} of their decisions: see which findings they ` +
      'overruled, and dismiss those that are no problem so that memory knows.',
  ];
}

function ofIssue({ service, issue, changes }: CommonIssue): string {
  const where = service === 'repository' ? 'the guidelines' : "the service's `rules` in the policy";
  return `${service}: "${issue}" in ${changes} changes: add it to ${where} as a known pattern.`;
}

function ratio(part: number, whole: number): string {
  return `${part} of ${whole} (${Math.round((part / whole) * 100)} %)`;
}
