import { isRefusal, refuse } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { count, flag, text, type Options } from '../../options.js';
import { printGate } from './status.js';

export const execute: Execute = async (call, context) => {
  const what = asked(call.options);
  if (what === undefined)
    return refuse('usage', 'gate decide does not say what', 'Give --approve, --reject or --more N.');
  const note = text(call.options, 'note') ?? '';
  const view = await context.ask(({ gates }) => gates.decide({ gate: call.args[0] ?? '', note, ...what }));
  return isRefusal(view) ? view : printGate(view, context, view.warnings);
};

function asked(options: Options) {
  const iterations = count(options, 'more');
  if (iterations !== undefined) return { outcome: 'more', iterations } as const;
  if (flag(options, 'approve')) return { outcome: 'go' } as const;
  return flag(options, 'reject') ? ({ outcome: 'no_go' } as const) : undefined;
}
