import type { AnalyticsReport } from '../../../application/analytics.js';
import { headline } from '../report/analytics.js';
import { markdownCode, markdownText } from './markdown-escape.js';

/** The counters as a document, for people who did not watch. What reviewers said in it is neutralised. */
export function analyticsMarkdown({ summary, tuning }: AnalyticsReport): string {
  if (summary.total_reviews === 0) return '# Review analytics\n\nNothing was reviewed yet.';
  const models = Object.entries(summary.model_accuracy).map(([model, found]) => [
    markdownCode(model, true),
    ...[found.true_positive, found.false_positive, found.missed].map(String),
  ]);
  const services = Object.entries(summary.by_service).map(([service, { reviews, common_issues: issues }]) => [
    markdownCode(service, true),
    String(reviews),
    issues.length === 0 ? '-' : issues.map(markdownText).join('<br>'),
  ]);
  return [
    '# Review analytics',
    `${headline(summary)}.`,
    section('Findings by model', grid(['Model', 'Right', 'Wrong', 'Missed'], models)),
    section('Services', grid(['Service', 'Reviews', 'Common issues'], services)),
    section('What to change', tuning.map((hint) => `- ${markdownText(hint)}`).join('\n')),
  ].join('\n\n');
}

function section(title: string, body: string): string {
  return `## ${title}\n\n${body === '' ? 'Nothing yet.' : body}`;
}

function grid(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return rows.length === 0 ? '' : [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
