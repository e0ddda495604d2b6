import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { text } from '../../options.js';
import { analyticsLines } from '../../report/analytics.js';

export const execute: Execute = async (call, context) => {
  const report = await context.ask(({ analytics }) => analytics.summary());
  if (isRefusal(report)) return report;
  if (context.json) {
    await context.printJson('countersign/analytics@1', report);
    return exit.ok;
  }
  if (text(call.options, 'format') === 'markdown') {
    const { analyticsMarkdown } = await import('../../formats/analytics-report.js');
    await context.print(analyticsMarkdown(report));
    return exit.ok;
  }
  const lines = analyticsLines(report, context.terminal.columns);
  await context.print(lines.length === 0 ? 'Nothing was reviewed yet.' : lines.join('\n'));
  return exit.ok;
};
