import type { RuleResult } from '../../../domain/model/decision.js';
import { isRefusal, type Refusal } from '../../../domain/model/refusal.js';
import type { Context } from '../context.js';
import { exit } from '../exit-code.js';
import { ruleLines } from '../report/evidence.js';
import { marksFor, paintFor } from '../text/paint.js';

interface Decisions {
  readonly of: 'run' | 'gate';
  readonly id: string;
  readonly decisions: readonly {
    readonly number: number;
    readonly outcome: string;
    readonly rules: readonly RuleResult[];
  }[];
}

/** The rules behind a run or a gate, where the id is that of one; undefined where it is not. */
export async function explainedOther(
  id: string | undefined,
  refusal: Refusal,
  context: Context,
): Promise<number | undefined> {
  if (refusal.code !== 'unknown_review' || id === undefined || id === 'latest') return undefined;
  const found = (await ofRun(id, context)) ?? (await ofGate(id, context));
  if (found === undefined) return undefined;
  if (context.json) {
    await context.printJson('countersign/decisions@1', found);
    return exit.ok;
  }
  const { columns } = context.terminal;
  const paint = paintFor(context.terminal);
  const part = found.of === 'run' ? 'Cycle' : 'Iteration';
  const lines = found.decisions.flatMap(({ number, outcome, rules }) => [
    paint.strong(`${part} ${number}: ${outcome.replaceAll('_', ' ')}`),
    ...ruleLines(rules, columns, marksFor(context.terminal), paint),
  ]);
  await context.print(
    [`${found.of} ${found.id}`, ...(lines.length === 0 ? ['Nothing was decided yet.'] : lines)].join('\n'),
  );
  return exit.ok;
}

async function ofRun(id: string, context: Context): Promise<Decisions | undefined> {
  const view = await context.ask(({ runs }) => runs.show(id));
  if (isRefusal(view)) return undefined;
  const decisions = view.run.cycles.flatMap(({ number, decision }) =>
    decision === null ? [] : [{ number, outcome: decision.outcome, rules: decision.rules }],
  );
  return { of: 'run', id: view.run.id, decisions };
}

async function ofGate(id: string, context: Context): Promise<Decisions | undefined> {
  const view = await context.ask(({ gates }) => gates.show(id));
  if (isRefusal(view)) return undefined;
  const decisions = view.gate.iterations.flatMap(({ iteration, decision }) =>
    decision === null ? [] : [{ number: iteration, outcome: decision.outcome, rules: decision.rules }],
  );
  return { of: 'gate', id: view.gate.id, decisions };
}
