import type { ReviewDocument } from '../../../application/queries/document.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import { reviewRequest } from '../change-request.js';
import type { Execute } from '../context.js';
import { exit, exitCode } from '../exit-code.js';
import { flag } from '../options.js';
import { startProgress } from '../progress.js';
import { takeCommand } from '../report/fix.js';
import { formatOf, printReport } from './report.js';

export const execute: Execute = async (call, context) => {
  const request = reviewRequest(call);
  if (isRefusal(request)) return request;
  const format = formatOf(call, context);
  if (isRefusal(format)) return format;
  const progress = startProgress(context.io, context.quiet);
  const document = await context
    .ask((application) => application.review(request, progress.step, context.io.signal))
    .finally(progress.stop);
  if (isRefusal(document)) return document;
  await printReport(document, format, context, flag(call.options, 'verbose') ? 'full' : 'brief');
  return request.fix?.apply === true && isNotTaken(document) ? exit.waiting : exitCode(document);
};

/** What was approved is the fix, and the branch, which was to hold it, holds what was objected to, or what somebody put there meanwhile. */
function isNotTaken({ decision, fix }: ReviewDocument): boolean {
  return decision?.outcome === 'approved' && fix !== undefined && takeCommand(fix) !== undefined;
}
