import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { ruleLines } from '../report/evidence.js';
import { hanging } from '../text/layout.js';
import { marksFor, paintFor } from '../text/paint.js';
import { printDecisions } from './explain-other.js';
import { outcomeWords, reviewObject } from './list-rows.js';

export const execute: Execute = async (call, context) => {
  const explained = await context.ask((application) => application.explain(call.args[0] ?? 'latest'));
  if (isRefusal(explained)) return explained;
  if ('decisions' in explained) {
    await printDecisions(explained, context);
    return 0;
  }
  const { review, classification, policy, rules, outcome } = explained;
  if (context.json) {
    await context.printJson('countersign/explanation@1', { ...explained, review: reviewObject(review) });
    return 0;
  }
  const { columns } = context.terminal;
  const paint = paintFor(context.terminal);
  const origin = policy.source === 'base' ? 'base revision' : 'default';
  await context.print(
    [
      ...hanging('Review   ', `${review.id} ${review.title}`, columns),
      ...hanging(
        'Outcome  ',
        outcome === null ? `none yet (${review.status.replaceAll('_', ' ')})` : outcomeWords(review),
        columns,
      ),
      ...hanging('Type     ', `${classification.type}: ${classification.reason}`, columns),
      ...classification.protectedPaths.flatMap((path) => hanging('         ', `protected: ${path}`, columns)),
      ...classification.sensitivePaths.flatMap((path) => hanging('         ', `sensitive: ${path}`, columns)),
      ...hanging('Policy   ', `${origin}, sha256 ${policy.digest}`, columns),
      paint.strong('Rules'),
      ...ruleLines(rules, columns, marksFor(context.terminal), paint),
    ].join('\n'),
  );
  return 0;
};
