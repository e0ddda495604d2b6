import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { printable } from '../text/printable.js';

export const execute: Execute = async (call, context) => {
  const [file] = call.args;
  const path = file === undefined ? undefined : context.resolve(file);
  const report = await context.ask((application) => application.validatePolicy(path));
  if (isRefusal(report)) return report;
  if (context.json) await context.printJson('countersign/policy-report@1', report);
  else {
    const notes = report.notes.map((note) => `  note: ${printable(note)}`);
    await context.print([`${printable(report.file)}: valid (sha256 ${printable(report.digest)})`, ...notes].join('\n'));
  }
  return 0;
};
