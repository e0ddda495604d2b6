import { setTimeout } from 'node:timers/promises';
import type { ReviewRow } from '../../../application/ports/store.js';
import { isRefusal, type Refusal } from '../../../domain/model/refusal.js';
import type { Call, Context } from '../context.js';
import { exit } from '../exit-code.js';
import { printable } from '../text/printable.js';
import { iso } from '../text/time.js';
import { listText, outcomeWords, reviewObject, rowsOf } from './list-rows.js';

const pollMs = 500;

/** Clears the screen and its scroll-back, and puts the cursor at the top. */
const clear = '\u001b[H\u001b[2J\u001b[3J';

/**
 * The queue as it moves. A terminal shows the whole list anew at each change; a pipe gets the list once and then a line,
 * or with `--json` an object on one line, for each review that changed. Ends at Ctrl-C, or at the first refusal.
 */
export async function watch(call: Call, context: Context): Promise<number | Refusal> {
  const seen = new Map<string, string>();
  for (;;) {
    const rows = await rowsOf(call, context);
    if (isRefusal(rows)) return rows;
    const changed = rows.filter((row) => seen.get(row.id) !== stateOf(row));
    const gone = [...seen.keys()].filter((id) => !rows.some((row) => row.id === id));
    for (const row of changed) seen.set(row.id, stateOf(row));
    for (const id of gone) seen.delete(id);
    if (changed.length + gone.length > 0) await show(rows, changed, call, context);
    if (!(await wait(context.io.signal))) return exit.ok;
  }
}

/** False when it was interrupted. */
async function wait(signal: AbortSignal): Promise<boolean> {
  try {
    await setTimeout(pollMs, undefined, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

async function show(
  rows: readonly ReviewRow[],
  changed: readonly ReviewRow[],
  call: Call,
  context: Context,
): Promise<void> {
  if (context.json) {
    const lines = changed.map((row) =>
      JSON.stringify({ schema: 'countersign/list-change@1', review: reviewObject(row) }),
    );
    if (lines.length > 0) await context.print(lines.join('\n'));
  } else if (context.io.stdout.isTTY === true) {
    const text = await listText(rows, call, context);
    await context.print(`${clear}${text}\n\n${iso(context.io.now())}  Ctrl-C ends`);
  } else if (changed.length > 0) {
    await context.print([...changed].reverse().map(changeLine).join('\n'));
  }
}

function changeLine(row: ReviewRow): string {
  const parties = printable(`${row.creator} -> ${row.reviewer ?? '-'}`);
  return [row.id, row.status.replaceAll('_', ' '), outcomeWords(row), parties, printable(row.title)].join('  ');
}

/** What a person would want to see change. */
function stateOf({ status, outcome, reviewer, revision, openFindings, decidedBy }: ReviewRow): string {
  return JSON.stringify([status, outcome, reviewer, revision, openFindings, decidedBy]);
}
