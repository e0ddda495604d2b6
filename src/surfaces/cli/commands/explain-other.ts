import type { ExplainedDecisions } from '../../../application/application.js';
import type { Context } from '../context.js';
import { ruleLines } from '../report/evidence.js';
import { marksFor, paintFor } from '../text/paint.js';

/** Prints the rules behind each decision of a run, a gate or a task. */
export async function printDecisions(explained: ExplainedDecisions, context: Context): Promise<void> {
  if (context.json) return context.printJson('countersign/decisions@1', explained);
  const { columns } = context.terminal;
  const paint = paintFor(context.terminal);
  const part = explained.of === 'run' ? 'Cycle' : 'Iteration';
  const lines = explained.decisions.flatMap(({ number, outcome, rules }) => [
    paint.strong(`${part} ${number}: ${outcome.replaceAll('_', ' ')}`),
    ...ruleLines(rules, columns, marksFor(context.terminal), paint),
  ]);
  await context.print(
    [`${explained.of} ${explained.id}`, ...(lines.length === 0 ? ['Nothing was decided yet.'] : lines)].join('\n'),
  );
}
