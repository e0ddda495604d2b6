import type { Opinion } from '../../model/opinion.js';
import type { PanelStage, PanelVoice } from '../../model/panel.js';
import { seatName } from '../../model/seat.js';
import { onOwnWork } from '../own-opinion.js';
import type { PanelRound } from './round.js';

/**
 * What one model says in one stage. A request for changes whose findings are all minor is a pass with notes (SPEC 6.4); a
 * rejection, or a ground for one (SPEC 5.5), is a fail whatever its findings.
 */
export interface Heard {
  readonly model: string;
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly reason: string;
}

type Said = Omit<Heard, 'model'>;

/** One word for each model of the panel, in the order of the models. */
export function heard(round: PanelRound, stage: PanelStage): readonly Heard[] {
  return round.terms.models.map((model) => {
    const voice = round.terms.voices.find((each) => each.stage === stage && each.model === model);
    const said = voice === undefined || voice.seats.length === 0 ? [noSeat] : saidBy(voice, round);
    return { model, ...together(said) };
  });
}

/** Whether anybody was asked for a stage. */
export function wasAsked({ terms, opinions }: PanelRound, stage: PanelStage): boolean {
  const seats = new Set(terms.voices.filter((voice) => voice.stage === stage).flatMap((voice) => voice.seats));
  return opinions.some((opinion) => owedBy(opinion).some((seat) => seats.has(seat)));
}

const noSeat: Said = { verdict: 'inconclusive', reason: 'has no seat' };

function saidBy({ seats }: PanelVoice, round: PanelRound): readonly Said[] {
  return seats.map((seat) => {
    const opinion = round.opinions.find((each) => owedBy(each).includes(seat));
    if (opinion === undefined) return { verdict: 'inconclusive', reason: `no opinion from ${seat}` };
    const obstacle = obstacleTo(opinion, round);
    return obstacle === undefined ? verdictOf(opinion, round) : { verdict: 'inconclusive', reason: obstacle };
  });
}

function owedBy({ seat, inPlaceOf = [] }: Opinion): readonly string[] {
  return [seat, ...inPlaceOf.map((owed) => owed.seat)].map(seatName);
}

const worstFirst: readonly Said['verdict'][] = ['inconclusive', 'fail', 'pass'];

/** Several seats of one voice: a gap in one is a gap of the voice, and one that fails is not outvoted. */
function together(said: readonly Said[]): Said {
  for (const verdict of worstFirst) {
    const first = said.find((each) => each.verdict === verdict);
    if (first !== undefined) return first;
  }
  return noSeat;
}

/** Why an opinion is none (SPEC 2, rules 1, 2 and 4); undefined when it counts. */
function obstacleTo(opinion: Opinion, round: PanelRound): string | undefined {
  const { seat, failure, verdict, findings } = opinion;
  const own = onOwnWork(seat, round);
  if (own !== undefined) return own;
  if (seat.advisory === true) return `${seatName(seat)} is not named by the policy`;
  if (failure !== undefined) return `${failure.kind}: ${failure.detail}`;
  if (verdict === 'inconclusive') return 'came to no verdict';
  const unseen = notShown(opinion, round);
  if (unseen !== undefined) return `was not shown all of ${unseen}`;
  if (rejects(opinion)) return undefined;
  if (verdict === 'approved') return contradictionIn(opinion, round);
  if (seat.driver !== 'embedded' && findings.length === 0 && !refuses(opinion, round))
    return 'objects without a finding';
  return undefined;
}

function notShown({ seat, shown }: Opinion, { coverage }: PanelRound): string | undefined {
  if (seat.driver === 'embedded') return undefined;
  const read = new Set(shown.filter((entry) => entry.coverage === 'reviewed').map(({ path }) => path));
  return coverage.find((entry) => entry.coverage !== 'excluded' && !read.has(entry.path))?.path;
}

/** An approval that its own findings or answers speak against is none. */
function contradictionIn(opinion: Opinion, round: PanelRound): string | undefined {
  if (opinion.seat.driver === 'embedded') return undefined;
  if (opinion.findings.some(({ severity }) => severity === 'critical')) return 'approves with a critical finding';
  return refuses(opinion, round) ? 'approves with a required criterion that is not met' : undefined;
}

function refuses({ checklist }: Opinion, { criteria }: PanelRound): boolean {
  return criteria.some(
    ({ name, required }) => required && Object.hasOwn(checklist, name) && checklist[name]?.answer === false,
  );
}

function verdictOf(opinion: Opinion, round: PanelRound): Said {
  const { seat, verdict, findings, ground } = opinion;
  if (rejects(opinion)) {
    const on = ground === undefined ? '' : ` on the ground ${ground}`;
    return { verdict: 'fail', reason: `rejects${on} with ${counted(findings.length)}` };
  }
  if (seat.driver === 'embedded') return byFindings(opinion, round);
  if (verdict === 'approved')
    return { verdict: 'pass', reason: findings.length === 0 ? 'passes' : `passes with ${counted(findings.length)}` };
  if (findings.length > 0 && !refuses(opinion, round) && findings.every(({ severity }) => severity === 'minor'))
    return { verdict: 'pass', reason: `passes with notes: all of ${counted(findings.length)} minor` };
  return { verdict: 'fail', reason: `fails with ${counted(findings.length)}` };
}

function rejects({ verdict, ground }: Opinion): boolean {
  return verdict === 'rejected' || ground !== undefined;
}

/** An embedded reviewer has no verdict but its findings, so what a person took out of the count no longer fails it. */
function byFindings({ seat }: Opinion, { counting }: PanelRound): Said {
  const name = seatName(seat);
  const own = counting.filter(({ sources }) => sources.some((source) => source.seat === name));
  const grave = own.filter(({ severity }) => severity !== 'minor');
  if (grave.length > 0) return { verdict: 'fail', reason: `fails with ${counted(grave.length)}` };
  return { verdict: 'pass', reason: own.length === 0 ? 'passes' : `passes with ${counted(own.length)}` };
}

function counted(findings: number): string {
  return findings === 1 ? '1 finding' : `${findings} findings`;
}
