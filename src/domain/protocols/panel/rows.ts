import type { PanelAction } from '../../model/panel.js';
import type { PanelRound } from './round.js';
import type { Stage, StageFinding } from './stages.js';
import { sayTheSame } from './votes.js';

/** What the rows of the table look at. */
export interface Seen {
  readonly round: PanelRound;
  /** Those that count. */
  readonly stages: readonly Stage[];
  /** What nobody saw or nobody answered, in words; empty when the opinions cover everything. */
  readonly gaps: readonly string[];
}

/** `wanting`: all models, or the strongest, found the work wanting, so that its author can mend it. */
export type Meaning = 'inconclusive' | 'wanting' | 'split' | 'passed' | 'unclear';

export interface Row {
  /** As in SPEC 6.4. */
  readonly number: number;
  readonly situation: string;
  /** What the round is by this row, whatever the policy lets follow from it. */
  readonly means: Meaning;
  /** Fraction 0-1. */
  readonly confidence: (seen: Seen) => number;
  readonly action: PanelAction;
  /** Why the row holds; undefined when it does not. */
  readonly holds: (seen: Seen) => string | undefined;
}

const always = (confidence: number) => (): number => confidence;

/** The table of SPEC 6.4. The first row that holds decides; the last always does. */
export const rows: readonly Row[] = [
  {
    number: 1,
    situation: 'a seat that counts is inconclusive',
    means: 'inconclusive',
    confidence: always(0),
    action: 'human',
    holds: inconclusive,
  },
  {
    number: 2,
    situation: 'all models fail a stage, with an agreed critical finding',
    means: 'wanting',
    // The only model of `strategy: single` has nobody to agree with (SPEC 6.4), nor have models that always say the same (SPEC 7).
    confidence: ({ round }) => (round.terms.models.length === 1 || sayTheSame(round.terms) ? 0.7 : 0.9),
    action: 'auto_reject',
    holds: (seen) => allFail(seen, (stage) => criticalOf(stage, Math.min(2, stage.heard.length)).length > 0),
  },
  {
    number: 3,
    situation: 'all models fail a stage, without an agreed critical finding',
    means: 'wanting',
    confidence: always(0.6),
    action: 'human',
    holds: (seen) => allFail(seen, () => true),
  },
  {
    number: 4,
    situation: 'the strongest model fails alone, with a critical finding that only it has',
    means: 'wanting',
    confidence: always(0.7),
    action: 'human',
    holds: strongestAlone,
  },
  {
    number: 5,
    situation: 'one model passes and another fails',
    means: 'split',
    confidence: always(0.4),
    action: 'human',
    holds: split,
  },
  {
    number: 6,
    situation: 'all pass, no finding',
    means: 'passed',
    confidence: always(1),
    action: 'auto_approve',
    holds: ({ stages }) => (allPass(stages) && findings(stages).length === 0 ? 'every seat passes' : undefined),
  },
  {
    number: 7,
    situation: 'all pass, minor findings only',
    means: 'passed',
    confidence: always(0.85),
    action: 'auto_approve',
    holds: ({ stages }) =>
      allPass(stages) && findings(stages).every(({ finding }) => finding.severity === 'minor')
        ? `every seat passes, ${findings(stages).length} minor`
        : undefined,
  },
  {
    number: 8,
    situation: 'anything else',
    means: 'unclear',
    confidence: always(0.6),
    action: 'human',
    holds: ({ stages }) =>
      `every seat passes, and ${findings(stages).filter(({ finding }) => finding.severity !== 'minor').length} findings are not minor`,
  },
];

/** What the row of a recorded decision means; undefined where the table has none of that number. */
export function meaningOf(row: number): Meaning | undefined {
  return rows.find(({ number }) => number === row)?.means;
}

function inconclusive({ stages, gaps }: Seen): string | undefined {
  const silent = stages.flatMap(({ stage, heard }) =>
    heard
      .filter(({ verdict }) => verdict === 'inconclusive')
      .map(({ model, reason }) => `${stage} of ${model}: ${reason}`),
  );
  const all = [...silent, ...gaps];
  return all.length === 0 ? undefined : all.join('; ');
}

function allFail({ stages }: Seen, also: (stage: Stage) => boolean): string | undefined {
  const failed = stages.find((stage) => stage.heard.every(({ verdict }) => verdict === 'fail') && also(stage));
  return failed === undefined ? undefined : `${failed.stage}: ${verdicts(failed)}`;
}

function strongestAlone({ stages, round }: Seen): string | undefined {
  const strongest = round.terms.models.at(-1);
  for (const stage of stages) {
    const failing = stage.heard.filter(({ verdict }) => verdict === 'fail');
    const alone = failing.length === 1 && failing[0]?.model === strongest && stage.heard.length > 1;
    const [own] = criticalOf(stage, 1).filter(({ models }) => models.length === 1 && models[0] === strongest);
    if (alone && own !== undefined) return `${stage.stage}: ${verdicts(stage)}; ${own.finding.message}`;
  }
  return undefined;
}

function split({ stages }: Seen): string | undefined {
  const failed = stages.find(({ heard }) => heard.some(({ verdict }) => verdict === 'fail'));
  return failed === undefined ? undefined : `${failed.stage}: ${verdicts(failed)}`;
}

function allPass(stages: readonly Stage[]): boolean {
  return stages.every(({ result }) => result === 'pass');
}

/** One problem that both stages raise is one finding. */
function findings(stages: readonly Stage[]): readonly StageFinding[] {
  const byId = new Map(stages.flatMap((stage) => stage.findings.map((each) => [each.finding.id, each] as const)));
  return [...byId.values()];
}

/** Critical findings of a stage that at least so many models raised; a contradiction is no agreement. */
function criticalOf(stage: Stage, models: number): readonly StageFinding[] {
  return stage.findings.filter(
    (each) =>
      each.finding.severity === 'critical' &&
      each.models.length >= models &&
      (models === 1 || each.finding.agreement !== 'contradiction'),
  );
}

function verdicts({ heard }: Stage): string {
  return heard.map(({ model, reason }) => `${model} ${reason}`).join(', ');
}
