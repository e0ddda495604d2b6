import type { PanelCount, PanelDecision, PanelStageResult } from '../../../domain/model/panel.js';

/** What all formats of a report say of a panel alike (V2). Texts are raw: whoever prints them makes them printable. */

/** `Speculative parallel (4 seats)`. */
export function strategyWords({ strategy, speculative, seats }: PanelDecision): string {
  const how = strategy === 'single' ? 'single' : 'parallel';
  const words = speculative ? `speculative ${how}` : how;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (${seats} ${seats === 1 ? 'seat' : 'seats'})`;
}

/** `High (0.85): all pass, minor findings only`. */
export function confidenceWords({ confidence, situation }: PanelDecision): string {
  const figure = Number.isInteger(confidence) ? confidence.toFixed(1) : String(confidence);
  return `${levelOf(confidence)} (${figure}): ${situation}`;
}

function levelOf(confidence: number): string {
  if (confidence >= 1) return 'Very high';
  if (confidence >= 0.85) return 'High';
  if (confidence >= 0.6) return 'Medium';
  return confidence > 0 ? 'Low' : 'None';
}

const actionWords: Readonly<Record<PanelDecision['action'], string>> = {
  auto_approve: 'approved (override with review.auto_approve: false)',
  auto_reject: 'sent back to the author (override with review.auto_reject: false)',
  human: 'none, a person decides',
};

/** What was done without a person. */
export function autoDecisionWords({ action }: PanelDecision): string {
  return actionWords[action];
}

/** `1.4 effective of 2: light and strong raised 24 of 40 findings alike`; nothing where too little is known. */
export function votesWords({ votes }: PanelDecision): string | undefined {
  if (votes === undefined) return undefined;
  const pairs = votes.pairs.map(
    ({ models, both, findings }) => `${models.join(' and ')} raised ${both} of ${findings} findings alike`,
  );
  return `${votes.effective} effective of ${votes.models}: ${pairs.join('; ')}`;
}

/** `Quality: discarded`. */
export function stageWords({ stage, result }: PanelStageResult): string {
  return `${stage === 'spec' ? 'Spec' : 'Quality'}: ${result.replaceAll('_', ' ')}`;
}

/** Cells of one row: category, count, severity, and what it does to the decision. */
export function countCells(count: PanelCount, { result }: PanelStageResult): readonly [string, string, string, string] {
  const { category, model, severity } = count;
  const name = category === 'only' ? `${model ?? ''}-only` : category === 'agreed' ? 'agreed' : 'contradiction';
  return [name, String(count.count), severity ?? '-', effectOf(count, result)];
}

function effectOf({ count, severity }: PanelCount, result: PanelStageResult['result']): string {
  if (count === 0) return '-';
  if (result === 'discarded') return 'on record, without effect';
  return severity === 'minor' ? 'noted, not blocking' : 'counts against it';
}
