import type { PolicyExplanation } from '../../../application/application.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import { reviewRequest } from '../change-request.js';
import type { Execute } from '../context.js';
import { startProgress } from '../progress.js';
import { ruleLines } from '../report/evidence.js';
import { hanging } from '../text/layout.js';
import { marksFor, paintFor } from '../text/paint.js';
import type { Terminal } from '../text/terminal.js';

export const execute: Execute = async (call, context) => {
  const request = reviewRequest(call);
  if (isRefusal(request)) return request;
  const progress = startProgress(context.io, context.quiet);
  const explained = await context
    .ask((application) => application.explainPolicy(request, progress.step))
    .finally(progress.stop);
  if (isRefusal(explained)) return explained;
  if (context.json) await context.printJson('countersign/policy-explanation@1', explained);
  else await context.print(explanationText(explained, context.terminal));
  return 0;
};

function explanationText(explained: PolicyExplanation, terminal: Terminal): string {
  const { columns } = terminal;
  const paint = paintFor(terminal);
  const { policy, classification, reviewer } = explained;
  const line = [
    reviewer.primary,
    ...(reviewer.backup === undefined ? [] : [`backup ${reviewer.backup}`]),
    ...(reviewer.escalate === undefined ? [] : [`then ${reviewer.escalate}`]),
  ];
  const origin = policy.source === 'base' ? 'from the base revision' : 'default, no policy file at the base';
  return [
    paint.strong(explained.needsReview ? 'A review is needed.' : 'No review is needed: a rule skips this change.'),
    ...hanging('Type      ', `${classification.type}: ${classification.reason}`, columns),
    ...classification.protectedPaths.flatMap((path) => hanging('          ', `protected: ${path}`, columns)),
    ...classification.sensitivePaths.flatMap((path) => hanging('          ', `sensitive: ${path}`, columns)),
    ...hanging('Reviewer  ', line.join(', '), columns),
    ...hanging('Policy    ', `${origin}, sha256 ${policy.digest}`, columns),
    paint.strong('Criteria'),
    ...explained.criteria.flatMap(({ name, required, description }) =>
      hanging('  ', `${name} (${required ? 'required' : 'optional'}): ${description}`, columns),
    ),
    paint.strong('Rules'),
    ...ruleLines(explained.rules, columns, marksFor(terminal), paint),
  ].join('\n');
}
