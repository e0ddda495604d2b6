import type { DisposeRequest } from '../../../application/application.js';
import { isRefusal, refuse } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { text } from '../options.js';
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
  if (context.json) await context.printJson('countersign/finding@1', { finding: findingObject(row) });
  else await context.print(findingLines(row, context.terminal.columns, paintFor(context.terminal)).join('\n'));
  return 0;
};
