import type { Dossier, Position } from '../model/escalation.js';
import type { Finding, RaisedFinding } from '../model/finding.js';
import type { Opinion } from '../model/opinion.js';
import type { Review } from '../model/review.js';
import { seatName } from '../model/seat.js';
import { severityRank } from '../model/verdict.js';
import { optionsFor } from './options.js';

/** What somebody who escalates by hand says for its own side. */
export interface Argument {
  readonly who: string;
  readonly side: Position['side'];
  readonly text: string;
}

/**
 * The question to a person: both positions with their evidence, and what can be done (SPEC 5.6). It decides nothing. What is
 * recommended is counted whenever somebody looks, so it is not part of what is recorded.
 */
export function dossier(review: Review, argument?: Argument): Dossier {
  const said = argument?.side === 'reviewer' ? [positionOf(argument, [])] : [];
  return {
    positions: [creatorPosition(review, argument), ...reviewerPositions(review), ...said],
    options: optionsFor(review),
    recommendation: null,
  };
}

/** One of each opinion that was given. Opinions that came in after the question was put are among them. */
export function reviewerPositions(review: Review): readonly Position[] {
  const opinions = review.opinions.filter(({ failure }) => failure === undefined);
  return opinions.map((opinion) => reviewerPosition(review, opinion));
}

function creatorPosition({ creator, peer }: Review, argument: Argument | undefined): Position {
  const evidence = creatorEvidence(peer);
  const confidence = peer?.request.confidence ?? null;
  if (argument?.side === 'creator') return { ...positionOf(argument, evidence), confidence };
  const text =
    peer?.changesMade ?? peer?.request.description ?? peer?.request.title ?? 'says nothing beyond the change itself';
  return { who: peer?.request.by ?? creator, side: 'creator', confidence, text, evidence };
}

function creatorEvidence(peer: Review['peer']): readonly string[] {
  const contests = (peer?.contests ?? []).map(({ findingId, argument, evidence, judgement }) => {
    const so = judgement === null ? 'not judged' : `${judgement.outcome} by ${judgement.by}: ${judgement.reason}`;
    return [`contests ${findingId}: ${argument}`, ...evidence, so].join('; ');
  });
  const fixed = (peer?.claimedFixed ?? []).map((id) => `says ${id} is fixed`);
  return [...contests, ...fixed];
}

function reviewerPosition(review: Review, opinion: Opinion): Position {
  const { confidence, summary, clarification, compromise } = opinion;
  const text = clarification === undefined ? summary : `${summary} Asked why it differs from before: ${clarification}`;
  const name = seatName(opinion.seat);
  const merged = review.findings.filter(({ sources }) => sources.some(({ seat }) => seat === name));
  // An opinion that came in after the decision was not merged.
  const findings = merged.length > 0 ? merged : opinion.findings;
  const evidence = [
    ...[...findings].sort((a, b) => severityRank[a.severity] - severityRank[b.severity]).map(findingEvidence),
    ...unmet(opinion),
    ...answered(review, opinion),
    ...(compromise === undefined ? [] : [`offers: ${compromise}`]),
  ];
  return { who: nameOf(review, opinion), side: 'reviewer', confidence, text, evidence };
}

/** In a panel a role has one seat for each model. */
function nameOf({ panel }: Review, { seat: { role, agent } }: Opinion): string {
  return panel === undefined || agent === undefined ? role : `${role} of ${agent}`;
}

function positionOf({ who, side, text }: Argument, evidence: readonly string[]): Position {
  return { who, side, confidence: null, text, evidence };
}

/** `critical at a.ts:12: …`, with what became of it where it is not open. */
function findingEvidence(finding: RaisedFinding | Finding): string {
  const { severity, file, line, message } = finding;
  const state = 'state' in finding ? finding.state : 'open';
  const place = file === undefined ? '' : ` at ${file}${line === undefined ? '' : `:${line}`}`;
  return `${severity}${place}${state === 'open' ? '' : ` (${state.replaceAll('_', ' ')})`}: ${message}`;
}

function unmet({ checklist }: Opinion): readonly string[] {
  return Object.entries(checklist).flatMap(([name, { answer, reason }]) =>
    answer === false ? [`criterion ${name} is not met${reason === undefined ? '' : `: ${reason}`}`] : [],
  );
}

function answered({ peer }: Review, { answers = [] }: Opinion): readonly string[] {
  const questions = peer?.request.questions ?? [];
  return answers.flatMap((answer, index) => {
    const question = questions[index];
    return question === undefined ? [] : [`asked "${question}": ${answer}`];
  });
}
