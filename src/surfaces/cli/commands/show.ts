import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { exitCode } from '../exit-code.js';
import { formatOf, printReport } from './report.js';

export const execute: Execute = async (call, context) => {
  const format = formatOf(call, context);
  if (isRefusal(format)) return format;
  const document = await context.ask((application) => application.show(call.args[0] ?? 'latest'));
  if (isRefusal(document)) return document;
  await printReport(document, format, context, 'full');
  return exitCode(document);
};
