import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { text, texts } from '../../options.js';
import { printReport } from '../report.js';

/** `escalate`, `withdraw` and `contest`: one call, then the review as it stands. */
export const execute: Execute = async (call, context) => {
  const [id = ''] = call.args;
  const reason = text(call.options, 'reason') ?? '';
  const argument = text(call.options, 'argument');
  const document = await context.ask(({ peer }) => {
    switch (call.command) {
      case 'escalate':
        return peer.escalateReview({ review: id, reason, ...(argument === undefined ? {} : { argument }) });
      case 'withdraw':
        return peer.withdrawReview({ review: id, reason });
      case 'contest':
        return peer.contestFinding({
          finding: id,
          argument: argument ?? '',
          evidence: texts(call.options, 'evidence'),
        });
      default:
        throw new Error(`${call.command} changes no status`);
    }
  });
  if (isRefusal(document)) return document;
  await printReport(document, context.json ? 'json' : 'text', context, 'brief');
  return exit.ok;
};
