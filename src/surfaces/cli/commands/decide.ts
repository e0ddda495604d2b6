import { isRefusal, refuse } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { exitCode } from '../exit-code.js';
import { count, flag, text, type Options } from '../options.js';
import { printReport } from './report.js';

const outcomes = [
  ['approve', 'approve'],
  ['requestChanges', 'request_changes'],
  ['reject', 'reject'],
] as const;

export const execute: Execute = async (call, context) => {
  const [review] = call.args;
  if (review === undefined) throw new Error('decide: no review');
  const what = asked(call.options);
  if (what === undefined)
    return refuse('usage', 'decide does not say what', 'Give --option N, --approve, --request-changes or --reject.');
  const note = text(call.options, 'note')?.trim() ?? '';
  if (note === '') return refuse('usage', '--note is empty', 'Say in a few words why; it stays on record.');
  const document = await context.ask((application) => application.decide({ review, note, ...what }));
  if (isRefusal(document)) return document;
  await printReport(document, context.json ? 'json' : 'text', context, 'brief');
  return exitCode(document);
};

function asked(options: Options): { readonly option: number } | { readonly outcome: Outcome } | undefined {
  const option = count(options, 'option');
  if (option !== undefined) return { option };
  const [outcome] = outcomes.flatMap(([name, word]) => (flag(options, name) ? [word] : []));
  return outcome === undefined ? undefined : { outcome };
}

type Outcome = (typeof outcomes)[number][1];
