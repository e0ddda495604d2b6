import type { Dossier, Position, Recommendation } from '../model/escalation.js';
import type { Finding } from '../model/finding.js';
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

export interface DossierInput {
  readonly argument?: Argument;
  /** From earlier decisions of persons; null without any. */
  readonly recommendation: Recommendation | null;
}

/** The question to a person: both positions with their evidence, and what can be done (SPEC 5.6). It decides nothing. */
export function dossier(review: Review, { argument, recommendation }: DossierInput): Dossier {
  const opinions = review.opinions.filter(({ failure }) => failure === undefined);
  const said = argument?.side === 'reviewer' ? [positionOf(argument, [])] : [];
  const options = optionsFor(review);
  return {
    positions: [
      creatorPosition(review, argument),
      ...opinions.map((opinion) => reviewerPosition(review, opinion)),
      ...said,
    ],
    options,
    recommendation: options.some(({ number }) => number === recommendation?.option) ? recommendation : null,
  };
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
  const findings = review.findings.filter(({ sources }) => sources.some(({ seat }) => seat === name));
  const evidence = [
    ...[...findings].sort((a, b) => severityRank[a.severity] - severityRank[b.severity]).map(findingEvidence),
    ...unmet(opinion),
    ...answered(review, opinion),
    ...(compromise === undefined ? [] : [`offers: ${compromise}`]),
  ];
  return { who: opinion.seat.role, side: 'reviewer', confidence, text, evidence };
}

function positionOf({ who, side, text }: Argument, evidence: readonly string[]): Position {
  return { who, side, confidence: null, text, evidence };
}

/** `critical at a.ts:12: …`, with what became of it where it is not open. */
export function findingEvidence({ severity, file, line, message, state }: Finding): string {
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
