import type { PolicySimulation } from '../../../application/application.js';
import type { RuleDifference, SimulatedReview } from '../../../application/simulation/simulated.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { exit } from '../exit-code.js';
import { count } from '../options.js';
import { startProgress } from '../progress.js';
import { counted, hanging } from '../text/layout.js';
import { paintFor } from '../text/paint.js';
import { printable } from '../text/printable.js';
import type { Terminal } from '../text/terminal.js';
import { iso } from '../text/time.js';

/** Exit code 0 when no decision is another, 1 when one flips, 4 when none flips and some can't be known. */
export const execute: Execute = async (call, context) => {
  const [file = ''] = call.args;
  const since = count(call.options, 'since');
  const progress = startProgress(context.io, context.quiet);
  const simulated = await context
    .ask((application) =>
      application.simulatePolicy({ file, ...(since === undefined ? {} : { since }) }, progress.step),
    )
    .finally(progress.stop);
  if (isRefusal(simulated)) return simulated;
  const limit = count(call.options, 'limit') ?? simulated.decisions.length;
  const { policy, decisions, ...counts } = simulated;
  const shown = decisions.slice(0, limit);
  if (context.json) {
    const listed = shown.map((decision) => ({ ...decision, createdAt: iso(decision.createdAt) }));
    const from = since === undefined ? null : iso(since);
    await context.printJson('countersign/simulation@1', { policy, since: from, ...counts, decisions: listed });
  } else await context.print(simulationText(simulated, shown, context.terminal));
  if (simulated.flipped > 0) return exit.negative;
  return simulated.unknown > 0 ? exit.inconclusive : exit.ok;
};

function simulationText(simulated: PolicySimulation, shown: readonly SimulatedReview[], terminal: Terminal): string {
  const { columns } = terminal;
  const paint = paintFor(terminal);
  const { reviews, same, flipped, unknown, undecided, flips, decisions, policy } = simulated;
  const parts = [
    [same, 'the same'],
    [flipped, 'decided differently'],
    [unknown, 'can not be known'],
    [undecided, 'not decided yet'],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`);
  const left = decisions.length - shown.length;
  return [
    paint.strong(
      `${counted(reviews, 'review')} under ${printable(policy.file)}${said.length === 0 ? '' : `: ${said.join(', ')}`}`,
    ),
    ...flips.map((flip) => `  ${String(flip.reviews).padStart(5)}  ${outcomeWords(flip)}`),
    ...alike(shown, columns).flatMap(({ reviews: those, why }) => [
      '',
      ...those.flatMap((review) => headLines(review, columns, paint.strong)),
      ...why,
    ]),
    ...(left === 0 ? [] : ['', `${left} more: countersign policy simulate --limit ${decisions.length}`]),
  ].join('\n');
}

/** Reviews one after the other for which the same is to be said: it is said once. */
function alike(shown: readonly SimulatedReview[], columns: number) {
  const groups: { readonly reviews: SimulatedReview[]; readonly why: readonly string[] }[] = [];
  for (const review of shown) {
    const why = whyLines(review, columns);
    const last = groups.at(-1);
    if (last?.why.join('\n') === why.join('\n')) last.reviews.push(review);
    else groups.push({ reviews: [review], why });
  }
  return groups;
}

function headLines(review: SimulatedReview, columns: number, strong: (text: string) => string): readonly string[] {
  const { id, title, type, creator, revision } = review;
  const round = revision === 0 ? '' : `, revision ${revision}`;
  return [
    strong(`${printable(id)}  ${outcomeWords(review)}`),
    ...hanging('  ', `${title} (${type} by ${creator}${round})`, columns),
  ];
}

function whyLines({ unknown, possible, rules }: SimulatedReview, columns: number): readonly string[] {
  const open = possible.length === 0 ? 'anything' : possible.map(words).join(' or ');
  return [
    ...unknown.flatMap((reason) => hanging('  ? ', reason, columns)),
    ...(unknown.length === 0
      ? telling(rules).flatMap((rule) => ruleLines(rule, columns))
      : hanging('    possible: ', open, columns)),
  ];
}

/** Rules whose result is another; where there are none, those whose reason is. */
function telling(rules: readonly RuleDifference[]): readonly RuleDifference[] {
  const turned = rules.filter(({ recorded, simulated }) => recorded?.result !== simulated?.result);
  return turned.length === 0 ? rules : turned;
}

function ruleLines({ id, recorded, simulated }: RuleDifference, columns: number): readonly string[] {
  const side = (rule: RuleDifference['recorded']) =>
    rule === null ? 'not looked at' : `${rule.result.replaceAll('_', ' ')}: ${rule.reason}`;
  return [
    `  ${printable(id)}`,
    ...hanging('    was ', side(recorded), columns),
    ...hanging('    is  ', side(simulated), columns),
  ];
}

function outcomeWords({ recorded, simulated }: Pick<SimulatedReview, 'recorded' | 'simulated'>): string {
  const now = simulated === null ? 'can not be known' : words(simulated);
  return `${recorded === null ? 'not decided yet' : words(recorded)} -> ${now}`;
}

function words(outcome: string): string {
  return outcome === 'needs_review' ? 'a review is needed' : outcome.replaceAll('_', ' ');
}
