import type { DisposeRequest } from '../../../application/application.js';
import { isRefusal, refuse } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { text } from '../options.js';
import { hanging } from '../text/layout.js';
import { paintFor } from '../text/paint.js';
import { findingLines, findingObject } from './findings.js';

const states: Readonly<Record<string, DisposeRequest['state']>> = {
  'findings dismiss': 'dismissed',
  'findings accept-risk': 'risk_accepted',
  'findings reopen': 'open',
};

export const execute: Execute = async (call, context) => {
  const state = states[call.command];
  const [finding] = call.args;
  if (state === undefined || finding === undefined) throw new Error(`${call.command}: not a disposition`);
  const reason = text(call.options, 'reason')?.trim() ?? '';
  if (reason === '') return refuse('usage', '--reason is empty', 'Say in a few words why; it stays on record.');
  const actor = text(call.options, 'actor');
  const row = await context.ask((application) =>
    application.dispose({ finding, state, reason, ...(actor === undefined ? {} : { actor }) }),
  );
  if (isRefusal(row)) return row;
  if (context.json) {
    await context.printJson('countersign/finding@1', { finding: findingObject(row) });
    return 0;
  }
  await context.print(findingLines(row, context.terminal.columns, paintFor(context.terminal)).join('\n'));
  if (row.disposition?.authority === 'claimed' && state !== 'open')
    await context.print(claimOnly(context.terminal.columns));
  else if (row.disposition?.authority === 'human')
    await context.print('It counts from the next review on: countersign review');
  return 0;
};

/** Without a person's token it is a claim (SPEC 2, rule 4); whoever relies on it must not learn that from the next review. */
function claimOnly(columns: number): string {
  const text =
    'Recorded as a claim: it changes no decision. That needs COUNTERSIGN_TOKEN of a person who did not make the change; see `countersign agent add --help`, --human.';
  return hanging('', text, columns).join('\n');
}
