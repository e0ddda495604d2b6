import type { Decision, Outcome, RuleResult } from '../../model/decision.js';
import type { PanelAction, PanelDecision, PanelTerms } from '../../model/panel.js';
import type { PanelRound } from './round.js';
import { rows, type Row, type Seen } from './rows.js';
import { countingStages, stageOf, stageResults, type Stage } from './stages.js';
import { wasAsked } from './voices.js';
import { votesRules } from './votes.js';

/** Whether quality seats are to be asked after the spec seats have answered (SPEC 6.1). */
export function specPasses(round: PanelRound): boolean {
  return stageOf(round, 'spec').result === 'pass';
}

/**
 * Decision of the protocol `panel`: the first row of SPEC 6.4 that holds. Every row is recorded. What only a person may
 * follow from a row is `escalated`; a round in which a seat said nothing is `inconclusive`, and a person's too.
 */
export function decide(round: PanelRound): Decision {
  const stages = countingStages(round);
  const seen: Seen = { round, stages, gaps: gapsOf(round, stages) };
  const [row, why] = firstRow(seen);
  const confidence = row.confidence(seen);
  const action = permitted(row.action, round.terms);
  const panel: PanelDecision = {
    strategy: round.terms.strategy,
    seats: seatsAsked(round),
    speculative: isSpeculative(round),
    row: row.number,
    situation: row.situation,
    confidence,
    action,
    ...(round.terms.votes !== undefined && { votes: round.terms.votes }),
    stages: stageResults(round, stages),
  };
  const outcome = outcomeOf(row, action, round.terms);
  return {
    outcome,
    confidence: Math.round(confidence * 100),
    rules: [
      ...voiceRules(panel),
      ...votesRules(round.terms, row.number),
      ...rowRules({ row, why, outcome, action, terms: round.terms }, confidence),
    ],
    panel,
  };
}

function firstRow(seen: Seen): readonly [Row, string] {
  for (const row of rows) {
    const why = row.holds(seen);
    if (why !== undefined) return [row, why];
  }
  throw new Error('the last row of the panel holds always');
}

function permitted(action: PanelAction, { autoApprove, autoReject }: PanelTerms): PanelAction {
  if (action === 'auto_approve' && !autoApprove) return 'human';
  return action === 'auto_reject' && !autoReject ? 'human' : action;
}

function outcomeOf({ means }: Row, action: PanelAction, { sendBack }: PanelTerms): Outcome {
  if (action === 'auto_approve') return 'approved';
  if (action === 'auto_reject') return 'changes_requested';
  if (means === 'inconclusive') return 'inconclusive';
  return sendBack === true && means === 'wanting' ? 'changes_requested' : 'escalated';
}

/** What no opinion covers. Only where nothing fails: an objection needs no full reading. */
function gapsOf(round: PanelRound, stages: readonly Stage[]): readonly string[] {
  if (stages.some(({ result }) => result !== 'pass')) return [];
  const unread = round.coverage.filter(({ coverage }) => coverage !== 'reviewed' && coverage !== 'excluded');
  const read = round.coverage.some(({ coverage }) => coverage === 'reviewed');
  const unanswered = round.criteria.filter(({ name, required }) => required && !isMet(name, round));
  return [
    ...(read ? [] : ['no entry of the change was reviewed']),
    ...unread.map(({ path, coverage }) => `${path} is ${coverage.replaceAll('_', ' ')}`),
    ...(round.unverified ?? []).map(({ id }) => `nobody who raised finding ${id} has judged the fix`),
    ...unanswered.map(({ name }) => `nobody checked criterion ${name}`),
  ];
}

function isMet(name: string, { opinions }: PanelRound): boolean {
  const answers = opinions.flatMap(({ seat, checklist }) =>
    seat.advisory !== true && Object.hasOwn(checklist, name) ? [checklist[name]?.answer] : [],
  );
  return answers.includes(true);
}

function seatsAsked(round: PanelRound): number {
  return round.terms.voices.filter(({ stage }) => wasAsked(round, stage)).length;
}

function isSpeculative({ terms, revision }: PanelRound): boolean {
  return terms.speculativeQuality && revision === 0;
}

function voiceRules({ stages }: PanelDecision): readonly RuleResult[] {
  return stages.flatMap(({ stage, result, voices }): readonly RuleResult[] => {
    if (result === 'not_run')
      return [{ id: `panel.${stage}`, result: 'not_applicable', reason: 'not asked, since spec did not pass' }];
    return voices.map(({ model, verdict, reason }): RuleResult => {
      const id = `panel.${stage}.${model}`;
      if (result === 'discarded')
        return { id, result: 'not_applicable', reason: `${reason}; on record without effect, since spec did not pass` };
      return { id, result: verdict === 'pass' ? 'satisfied' : 'unsatisfied', reason };
    });
  });
}

interface Fired {
  readonly row: Row;
  readonly why: string;
  readonly outcome: Outcome;
  readonly action: PanelAction;
  readonly terms: PanelTerms;
}

function rowRules({ row, why, outcome, action, terms }: Fired, confidence: number): readonly RuleResult[] {
  return rows.map(({ number, situation }): RuleResult => {
    const id = `panel.row_${number}`;
    if (number < row.number) return { id, result: 'not_applicable', reason: `does not hold: ${situation}` };
    if (number > row.number) return { id, result: 'not_applicable', reason: `row ${row.number} holds before it` };
    const follows = consequence(row, { outcome, action, terms });
    return {
      id,
      result: outcome === 'approved' ? 'satisfied' : 'unsatisfied',
      reason: `${situation} (${why}): confidence ${confidence}, ${follows}`,
    };
  });
}

function consequence({ action: wanted }: Row, { outcome, action, terms }: Omit<Fired, 'row' | 'why'>): string {
  if (action === 'auto_approve') return 'approved without a person (auto_approve)';
  if (action === 'auto_reject') return 'sent back to the author without a person (auto_reject)';
  if (terms.sendBack === true && outcome === 'changes_requested') return 'sent back to the author, as the caller asked';
  const off = wanted === 'human' ? '' : `, since ${wanted} is off`;
  return `a person decides${off}`;
}
