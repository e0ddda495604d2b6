import type { Finding } from '../model/finding.js';
import type { PanelStageResult } from '../model/panel.js';
import { everyFinding, type Review } from '../model/review.js';
import { seatName } from '../model/seat.js';
import { judged } from './accuracy.js';
import { fixIterations, overrideIn, servicesOf } from './counts.js';
import { modelOf, raisedBy } from './models.js';

/** One merge of a review, in the seed's shape (V2): beside these fields `MODEL_verdict` and `MODEL_only_count` of each model. */
export interface AnalyticsEntry {
  /** Day of the decision, `YYYY-MM-DD` in UTC. */
  readonly date: string;
  /** Plan of the task that was reviewed; else what the change is called. */
  readonly feature: string;
  /** Name of the task in its plan. */
  readonly task: string | null;
  /** The first that the change touches; `services` has all. */
  readonly service: string;
  readonly services: readonly string[];
  readonly strategy: string;
  readonly models: readonly string[];
  /** Of a panel; else the protocol that decided. */
  readonly stage: string;
  readonly agreed_count: number;
  readonly contradiction_count: number;
  /** Fraction 0-1. */
  readonly confidence: number;
  /** What followed without a person. */
  readonly auto_decision: 'auto_approve' | 'auto_reject' | null;
  /** What a person decided against the reviewers, in the end. */
  readonly human_override: 'approved' | 'changes_requested' | 'rejected' | null;
  readonly fix_iterations: number;
  /** Of the review as it stands; null while it is open. */
  readonly final_verdict: 'pass' | 'fail' | null;
  readonly findings: readonly EntryFinding[];
  readonly review: string;
  /** From 1. */
  readonly round: number;
}

export interface EntryFinding {
  readonly id: string;
  readonly description: string;
  readonly severity: Finding['severity'];
  /** `agreed`, `contradiction`, or `MODEL_only`. */
  readonly category: string;
  readonly resolution: 'open' | 'fixed' | 'dismissed' | 'risk_accepted' | 'refuted' | 'suppressed';
  readonly false_positive: boolean;
}

/** A task whose review it is. */
export interface EntryTask {
  readonly plan: string;
  readonly key: string;
}

/**
 * The entries of one decided round: one for each stage of a panel that was asked, else one. `round` is the review as it was decided, `now` as
 * it stands: what a person or a fix did since shows in the entry, as the seed has it updated.
 */
export function entriesOf(
  round: Review,
  now: Review,
  at: { readonly decidedAt: number; readonly task: EntryTask | undefined },
): readonly AnalyticsEntry[] {
  const { decision } = round;
  if (decision === null) return [];
  if (decision.panel === undefined) return [entryOf({ round, now, ...at }, stageless(round))];
  const asked = decision.panel.stages.filter(({ result }) => result !== 'not_run');
  return asked.map((stage) => entryOf({ round, now, ...at }, ofPanel(stage, round)));
}

interface Merged {
  readonly stage: string;
  readonly verdicts: readonly (readonly [model: string, verdict: string])[];
  readonly findings: readonly Finding[];
}

function ofPanel({ stage, voices }: PanelStageResult, round: Review): Merged {
  const seats = (round.panel?.voices ?? []).filter((voice) => voice.stage === stage).flatMap((voice) => voice.seats);
  const findings = round.findings.filter(({ sources }) => sources.some(({ seat }) => seats.includes(seat)));
  return { stage, verdicts: voices.map(({ model, verdict }) => [model, verdict]), findings };
}

const verdictWords = {
  approved: 'pass',
  changes_requested: 'fail',
  rejected: 'fail',
  inconclusive: 'inconclusive',
} as const;
const worstFirst = ['inconclusive', 'fail', 'pass'] as const;

function stageless(round: Review): Merged {
  const verdicts = new Map<string, string>();
  for (const { seat, verdict } of round.opinions) {
    const model = modelOf(seatName(seat), round);
    const said = [verdictWords[verdict], verdicts.get(model)];
    verdicts.set(model, worstFirst.find((word) => said.includes(word)) ?? 'pass');
  }
  return { stage: round.protocol, verdicts: [...verdicts], findings: round.findings };
}

interface Decided {
  readonly round: Review;
  readonly now: Review;
  /** Epoch milliseconds. */
  readonly decidedAt: number;
  readonly task: EntryTask | undefined;
}

function entryOf({ round, now, decidedAt, task }: Decided, { stage, verdicts, findings }: Merged): AnalyticsEntry {
  const models = verdicts.map(([model]) => model);
  const categories = findings.map((finding) => categoryOf(finding, round));
  const count = (category: string) => categories.filter((each) => each === category).length;
  const services = servicesOf(round);
  const perModel = verdicts.flatMap(([model, verdict]): readonly (readonly [string, string | number])[] => [
    [`${model}_verdict`, verdict],
    [`${model}_only_count`, count(`${model}_only`)],
  ]);
  const standing = new Map(everyFinding(now).map((finding) => [finding.id, finding]));
  return {
    date: new Date(decidedAt).toISOString().slice(0, 10),
    feature: task?.plan ?? round.change.title,
    task: task?.key ?? null,
    service: services[0] ?? '',
    services,
    strategy: round.decision?.panel?.strategy ?? 'single',
    models,
    stage,
    ...Object.fromEntries(perModel),
    agreed_count: count('agreed'),
    contradiction_count: count('contradiction'),
    confidence: round.decision?.panel?.confidence ?? (round.decision?.confidence ?? 0) / 100,
    auto_decision: autoDecision(round),
    human_override: overrideIn(now),
    fix_iterations: fixIterations(now),
    final_verdict: finalVerdict(now),
    findings: findings.map((finding, index) => {
      const { id, message: description, severity } = finding;
      const last = standing.get(id) ?? finding;
      const said = { resolution: resolutionOf(last), false_positive: judged(last, now) === 'wrong' };
      return { id, description, severity, category: categories[index] ?? '', ...said };
    }),
    review: round.id,
    round: round.revision + 1,
  };
}

function categoryOf(finding: Finding, round: Review): string {
  if (finding.agreement === 'contradiction') return 'contradiction';
  const [first, ...others] = raisedBy(finding, round);
  return first === undefined || others.length > 0 ? 'agreed' : `${first}_only`;
}

function resolutionOf({ state }: Finding): EntryFinding['resolution'] {
  return state === 'resolved' ? 'fixed' : state;
}

function autoDecision({ decision }: Review): AnalyticsEntry['auto_decision'] {
  const outcome = decision?.outcome;
  if (outcome === 'approved') return 'auto_approve';
  return outcome === 'changes_requested' || outcome === 'rejected' ? 'auto_reject' : null;
}

function finalVerdict({ status }: Review): AnalyticsEntry['final_verdict'] {
  if (status === 'approved') return 'pass';
  return status === 'changes_requested' || status === 'rejected' ? 'fail' : null;
}
