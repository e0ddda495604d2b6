import type { SpoolReport } from '../../../application/application.js';
import type { Receipt } from '../../../application/ports/receipts.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { count } from '../options.js';
import { hanging } from '../text/layout.js';
import { printable } from '../text/printable.js';
import { age, iso } from '../text/time.js';

/** What waits for the store, and what became of what waited. */
export const execute: Execute = async (call, context) => {
  const report = await context.ask((application) => application.spool({ limit: count(call.options, 'limit') ?? 50 }));
  if (isRefusal(report)) return report;
  if (context.json) await context.printJson('countersign/spool@1', spoolObject(report));
  else await context.print(linesOf(report, context.io.now(), context.terminal.columns).join('\n'));
  return 0;
};

/** Times as ISO 8601 UTC (docs/json.md). */
function spoolObject({ waiting, oldest, unreadable, setAside, settled }: SpoolReport) {
  return {
    waiting,
    oldest: iso(oldest),
    unreadable,
    setAside,
    settled: settled.map(({ id, verb, handedInAt, settledAt, stream, result }) => ({
      id,
      verb,
      handedInAt: iso(handedInAt),
      settledAt: iso(settledAt),
      review: reviewOf(stream),
      ...{ code: null, message: null, ...result },
    })),
  };
}

function reviewOf(stream: string | null): string | null {
  return stream?.startsWith('review/') === true ? stream.slice('review/'.length) : null;
}

function linesOf({ waiting, oldest, unreadable, setAside, settled }: SpoolReport, now: number, columns: number) {
  const since = oldest === null ? '' : `, the oldest since ${age(oldest, now)}`;
  const torn = unreadable === 0 ? '' : `, and ${unreadable} unreadable`;
  return [
    `${waiting === 0 ? 'Nothing waits' : `${waiting} wait`} for the store${since}${torn}.`,
    ...setAside.flatMap((file) => hanging('set aside: ', printable(file), columns)),
    ...settled.flatMap((receipt) => hanging(`${receipt.id}  `, receiptText(receipt, now), columns)),
  ];
}

function receiptText({ verb, settledAt, stream, result }: Receipt, now: number): string {
  const about = reviewOf(stream);
  const what = `${printable(verb)} ${result.outcome} ${age(settledAt, now)}`;
  const why = result.outcome === 'recorded' ? '' : `: ${printable(result.code)}, ${printable(result.message)}`;
  return `${what}${about === null ? '' : ` on ${printable(about)}`}${why}`;
}
