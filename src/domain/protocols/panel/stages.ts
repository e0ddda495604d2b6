import type { Finding } from '../../model/finding.js';
import { panelStages, type PanelCount, type PanelStage, type PanelStageResult } from '../../model/panel.js';
import { severityRank } from '../../model/verdict.js';
import type { PanelRound } from './round.js';
import { heard, wasAsked, type Heard } from './voices.js';

/** A finding of a stage and the models that raised it there. */
export interface StageFinding {
  readonly finding: Finding;
  readonly models: readonly string[];
}

/** One stage as the table looks at it. */
export interface Stage {
  readonly stage: PanelStage;
  /** Fails when any model fails it. */
  readonly result: 'pass' | 'fail' | 'inconclusive';
  readonly heard: readonly Heard[];
  readonly findings: readonly StageFinding[];
}

export function stageOf(round: PanelRound, stage: PanelStage): Stage {
  const said = heard(round, stage);
  const result = (['inconclusive', 'fail'] as const).find((each) => said.some(({ verdict }) => verdict === each));
  return { stage, result: result ?? 'pass', heard: said, findings: findingsOf(round, stage) };
}

/**
 * The stages that count: quality only where spec passed. What quality seats said of a change that fails spec stays on record
 * and has no effect (SPEC 6.1).
 */
export function countingStages(round: PanelRound): readonly Stage[] {
  const spec = stageOf(round, 'spec');
  return spec.result === 'pass' ? [spec, stageOf(round, 'quality')] : [spec];
}

/** What the report shows of each stage: verdicts, and findings by who raised them. */
export function stageResults(round: PanelRound, counting: readonly Stage[]): readonly PanelStageResult[] {
  return panelStages.map((name): PanelStageResult => {
    if (!wasAsked(round, name)) return { stage: name, result: 'not_run', voices: [], counts: [] };
    const counts = counting.some(({ stage }) => stage === name);
    const { result, heard: voices, findings } = stageOf(round, name);
    return {
      stage: name,
      result: counts ? result : 'discarded',
      voices,
      counts: countsOf(findings, round.terms.models),
    };
  });
}

function findingsOf({ terms, counting }: PanelRound, stage: PanelStage): readonly StageFinding[] {
  const modelOf = new Map(
    terms.voices
      .filter((voice) => voice.stage === stage)
      .flatMap(({ model, seats }) => seats.map((seat) => [seat, model])),
  );
  const inOrder = counting.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return inOrder.flatMap((finding) => {
    const models = terms.models.filter((model) => finding.sources.some(({ seat }) => modelOf.get(seat) === model));
    return models.length === 0 ? [] : [{ finding, models }];
  });
}

/** The seed's rows: agreed, only of each model with the strongest first, contradictions. */
function countsOf(findings: readonly StageFinding[], models: readonly string[]): readonly PanelCount[] {
  const contradicted = findings.filter(({ finding }) => finding.agreement === 'contradiction');
  const others = findings.filter(({ finding }) => finding.agreement !== 'contradiction');
  const only = (model: string) => others.filter((each) => each.models.length === 1 && each.models[0] === model);
  const agreed = others.filter((each) => each.models.length > 1);
  return [
    ...(models.length > 1 ? [{ category: 'agreed' as const, ...worst(agreed) }] : []),
    ...models.toReversed().map((model) => ({ category: 'only' as const, model, ...worst(only(model)) })),
    ...(models.length > 1 ? [{ category: 'contradiction' as const, ...worst(contradicted) }] : []),
  ];
}

function worst(findings: readonly StageFinding[]): Pick<PanelCount, 'count' | 'severity'> {
  const [first] = findings.map(({ finding }) => finding.severity).toSorted((a, b) => severityRank[a] - severityRank[b]);
  return { count: findings.length, severity: first ?? null };
}
