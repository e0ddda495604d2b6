import type { InitReport } from '../../../application/application.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { flag } from '../options.js';
import { paintFor } from '../text/paint.js';
import { printable, printableLines } from '../text/printable.js';
import type { Terminal } from '../text/terminal.js';

const wouldBe = { created: 'would be created', changed: 'would be changed', unchanged: 'unchanged' } as const;

export const execute: Execute = async (call, context) => {
  const report = await context.ask((application) => application.init({ dryRun: flag(call.options, 'dryRun') }));
  if (isRefusal(report)) return report;
  if (context.json) await context.printJson('countersign/init@1', report);
  else await context.print(reportText(report, context.terminal));
  return 0;
};

/** What was or would be done to each file; the previews of a dry run are shown in full. */
function reportText(report: InitReport, terminal: Terminal): string {
  const paint = paintFor(terminal);
  const lines = report.files.flatMap((file) => {
    const action = report.dryRun ? wouldBe[file.action] : file.action;
    const head = `${paint.strong(printable(file.path))}: ${action}`;
    if (!report.dryRun || file.action === 'unchanged') return [head];
    return [head, ...printableLines(file.preview.replace(/\n$/u, '')).map((line) => `  | ${line}`.trimEnd()), ''];
  });
  const next = report.dryRun
    ? 'Nothing was written. Write it: countersign init'
    : 'Commit .countersign/policy.yaml; a policy holds from the base revision of a change on.';
  return [...lines, next].join('\n');
}
