import type { PersonDecision } from '../../../application/application.js';
import { isRefusal, refuse } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { exitCode } from '../exit-code.js';
import { flag, text } from '../options.js';
import { printReport } from './report.js';

const outcomes = [
  ['approve', 'approve'],
  ['requestChanges', 'request_changes'],
  ['reject', 'reject'],
] as const satisfies readonly (readonly [string, PersonDecision['outcome']])[];

export const execute: Execute = async (call, context) => {
  const [review] = call.args;
  if (review === undefined) throw new Error('decide: no review');
  const [outcome] = outcomes.flatMap(([option, word]) => (flag(call.options, option) ? [word] : []));
  if (outcome === undefined)
    return refuse('usage', 'decide does not say what', 'Give one of --approve, --request-changes or --reject.');
  const note = text(call.options, 'note')?.trim() ?? '';
  if (note === '') return refuse('usage', '--note is empty', 'Say in a few words why; it stays on record.');
  const document = await context.ask((application) => application.decide({ review, outcome, note }));
  if (isRefusal(document)) return document;
  await printReport(document, context.json ? 'json' : 'text', context, 'brief');
  return exitCode(document);
};
