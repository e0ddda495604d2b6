import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exitCode } from '../../exit-code.js';
import { text } from '../../options.js';
import { readObject } from '../read-object.js';
import { printReport } from '../report.js';

export const execute: Execute = async (call, context) => {
  const [review = ''] = call.args;
  const file = text(call.options, 'file') ?? '-';
  const given = await readObject(file, 'your answer, in the form that `countersign start` prints', context);
  if (isRefusal(given)) return given;
  const submission = await context.io.submission?.(review, given, (unread) =>
    context.ask(({ peer }) => peer.furtherProblems(unread)),
  );
  if (submission === undefined) throw new Error('submit: nobody reads submissions here');
  if (isRefusal(submission)) return submission;
  const document = await context.ask(({ peer }) => peer.submitReview(submission));
  if (isRefusal(document)) return document;
  await printReport(document, context.json ? 'json' : 'text', context, 'brief');
  return exitCode(document);
};
