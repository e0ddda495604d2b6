import { isRefusal, refuse, type Refusal } from '../../../domain/model/refusal.js';
import type { Call, Context, Execute } from '../context.js';
import { exitCode } from '../exit-code.js';
import { count } from '../options.js';
import { startProgress } from '../progress.js';
import { formatOf, printReport } from './report.js';

export const execute: Execute = async (call, context) => {
  const format = formatOf(call, context);
  if (isRefusal(format)) return format;
  const refusal = await waited(call, context);
  if (refusal !== undefined) return refusal;
  const document = await context.ask((application) => application.show(call.args[0] ?? 'latest'));
  if (isRefusal(document)) return document;
  await printReport(document, format, context, 'full');
  return exitCode(document);
};

/** Milliseconds of one question: no longer is answered at once (`get_review`). */
const longest = 45_000;

/** Waits as `get_review` does, for as long as was asked; over at Ctrl-C too. */
async function waited({ args, options }: Call, context: Context): Promise<Refusal | undefined> {
  const seconds = count(options, 'wait');
  const since = count(options, 'since');
  if (seconds === undefined)
    return since === undefined ? undefined : refuse('usage', '--since says nothing without --wait', 'Give both.');
  const { now, signal } = context.io;
  const end = now() + seconds * 1000;
  const review = args[0] ?? 'latest';
  const progress = startProgress(context.io, context.quiet);
  const tell = (step: string): void => progress.step({ who: 'review', step });
  const ask = (waitMs: number, sinceVersion: number | undefined) =>
    context.ask(({ peer }) =>
      peer.getReview({ review, waitMs, ...(sinceVersion !== undefined && { sinceVersion }) }, tell, signal),
    );
  try {
    const state = await ask(0, undefined);
    if (isRefusal(state)) return state;
    for (;;) {
      const waitMs = Math.min(longest, end - now());
      if (waitMs <= 0 || signal.aborted) return undefined;
      const asked = now();
      const later = await ask(waitMs, since ?? state.version);
      if (isRefusal(later)) return later;
      // It came back before its time: somebody did something.
      if (now() - asked < waitMs) return undefined;
    }
  } finally {
    progress.stop();
  }
}
