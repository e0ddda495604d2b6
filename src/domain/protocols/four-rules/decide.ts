import type { RuleResult } from '../../model/decision.js';
import { missingFrom, type CycleAction, type CycleDecision, type CycleVerdict } from '../../model/run.js';

/** What the rules look at: who was asked, and who said what. */
export interface Answered {
  readonly asked: readonly string[];
  readonly answers: readonly Said[];
}

export interface Said {
  readonly reviewer: string;
  readonly verdict: CycleVerdict;
}

interface Row {
  readonly id: string;
  readonly action: CycleAction;
  readonly outcome: CycleDecision['outcome'];
  readonly holds: (answered: Answered) => boolean;
  readonly reason: (answered: Answered) => string;
}

/**
 * The four rules (EVT section 4), the strictest first, and between them what a missing answer means: it is no approval, and nobody knows
 * whether it would have been a second concern, so a cycle that lacks one says neither "one concern" nor "all approved" (SPEC 8).
 */
const rows: readonly Row[] = [
  {
    id: 'four_rules.blocker',
    action: 'stop_and_escalate',
    outcome: 'paused',
    holds: (answered) => saying(answered, 'blocker').length > 0,
    reason: (answered) => `${names(saying(answered, 'blocker'))}: blocker`,
  },
  {
    id: 'four_rules.several_concerns',
    action: 'pause_and_clarify',
    outcome: 'paused',
    holds: (answered) => saying(answered, 'concerns').length >= 2,
    reason: (answered) => `${names(saying(answered, 'concerns'))} have concerns`,
  },
  {
    id: 'four_rules.answers_complete',
    action: 'wait_for_missing',
    outcome: 'inconclusive',
    holds: (answered) => answered.asked.length === 0 || missingFrom(answered).length > 0,
    reason: (answered) =>
      answered.asked.length === 0 ? 'nobody was asked' : `no answer from ${names(missingFrom(answered))}`,
  },
  {
    id: 'four_rules.one_concern',
    action: 'log_and_continue',
    outcome: 'flagged',
    holds: (answered) => saying(answered, 'concerns').length === 1,
    reason: (answered) => `${names(saying(answered, 'concerns'))} has a concern`,
  },
];

/**
 * Decision of the protocol `four-rules`. Pure, and the same for any order of the answers. Answers of somebody who was not asked count
 * only against the work, never for it.
 */
export function decide(answered: Answered): CycleDecision {
  const decisive = rows.find(({ holds }) => holds(answered));
  const looked = rows.map((row) => ruleResult(row, answered));
  if (decisive !== undefined) return { action: decisive.action, outcome: decisive.outcome, rules: looked };
  return { action: 'continue', outcome: 'approved', rules: looked };
}

function ruleResult({ id, holds, reason }: Row, answered: Answered): RuleResult {
  return holds(answered)
    ? { id, result: 'unsatisfied', reason: reason(answered) }
    : { id, result: 'satisfied', reason: satisfied[id] ?? '' };
}

const satisfied: Readonly<Record<string, string>> = {
  'four_rules.blocker': 'nobody sees a blocker',
  'four_rules.several_concerns': 'fewer than two have concerns',
  'four_rules.answers_complete': 'everybody who was asked has answered',
  'four_rules.one_concern': 'it is not exactly one who has concerns',
};

/** Each once, in the order of their names, so that the order of answers leaves no trace. */
function saying({ answers }: Answered, verdict: CycleVerdict): readonly string[] {
  return [...new Set(answers.filter((said) => said.verdict === verdict).map(({ reviewer }) => reviewer))].sort();
}

function names(agents: readonly string[]): string {
  return agents.length < 2 ? agents.join('') : `${agents.slice(0, -1).join(', ')} and ${agents.at(-1) ?? ''}`;
}
