import type { RuleResult } from '../../model/decision.js';
import type { Finding } from '../../model/finding.js';
import { judges, personSeat, seatName } from '../../model/seat.js';
import { plain } from '../../model/spelling.js';
import type { EmbeddedVerdict, Standards } from '../../model/review.js';
import type { Severity } from '../../model/verdict.js';
import { onOwnWork } from '../own-opinion.js';
import { confidenceOf, countsAs } from './confidence.js';
import type { AnsweredRound } from './criteria.js';
import { count, fromEmbedded, notApplicable, satisfied, some, unsatisfied, type Effect, type Round } from './round.js';

/** What a policy gives to a round, by its smallest parts. `exclusions` come in through what is covered. */
export type Term = 'criteria' | 'exclusions' | 'rejectGrounds' | 'seats' | keyof Standards | keyof EmbeddedVerdict;

/** One rule of the protocol. */
export interface StandardsRule {
  readonly id: string;
  readonly effect: Effect;
  /** All of the policy that its result can depend on: where none of it is another, the result is the same. */
  readonly terms: readonly Term[];
  /** Looked at only where agents review each other in rounds. */
  readonly amongPeers?: true;
  /** Looked at only where a fix is to be verified. */
  readonly afterFix?: true;
  readonly look: (round: AnsweredRound) => Pick<RuleResult, 'result' | 'reason'>;
}

const passing: readonly Term[] = ['criteria', 'minChecklistPassRate'];
const confident: readonly Term[] = [
  'minConfidence',
  'lowConfidence',
  'calibrate',
  'criticalConfidence',
  'importantConfidence',
  'minorConfidence',
  'cleanConfidence',
  'maxMinor',
];

/** The rules of SPEC 5.5 and of section 2, those that win first: what decided stands at the top. */
export const rules: readonly StandardsRule[] = [
  { id: 'verdict.rejection', effect: 'rejected', terms: ['rejectGrounds'], look: rejection },
  { id: 'verdict.objection', effect: 'changes_requested', terms: [], look: objection },
  { id: 'standards.critical', effect: 'changes_requested', terms: ['maxCriticalConcerns'], look: critical },
  { id: 'standards.important', effect: 'changes_requested', terms: [], look: important },
  { id: 'standards.minor', effect: 'changes_requested', terms: ['maxMinor'], look: minor },
  { id: 'findings.earlier', effect: 'changes_requested', terms: [], amongPeers: true, look: earlier },
  { id: 'standards.criteria_met', effect: 'changes_requested', terms: passing, look: criteriaMet },
  { id: 'standards.confidence', effect: 'changes_requested', terms: confident, look: confidence },
  { id: 'findings.verified', effect: 'inconclusive', terms: [], afterFix: true, look: verified },
  { id: 'coverage.complete', effect: 'inconclusive', terms: ['exclusions'], look: coverageComplete },
  { id: 'standards.criteria_checked', effect: 'inconclusive', terms: passing, look: criteriaChecked },
  { id: 'seats.answered', effect: 'inconclusive', terms: ['seats'], look: seatsAnswered },
  { id: 'author.does_not_decide', effect: 'inconclusive', terms: [], look: authorDoesNotDecide },
  { id: 'verdict.conclusive', effect: 'inconclusive', terms: [], look: conclusive },
  { id: 'verdict.consistent', effect: 'inconclusive', terms: [], look: consistent },
  { id: 'findings.disposed', effect: 'inconclusive', terms: [], look: disposed },
  { id: 'seats.person', effect: 'escalated', terms: ['seats'], look: person },
];

function seatsAnswered(round: Round) {
  if (round.seats.length === 0) return unsatisfied('no reviewer had a seat');
  const given = new Set(
    round.opinions.flatMap(({ seat, inPlaceOf = [] }) => [seat, ...inPlaceOf.map((owed) => owed.seat)].map(seatName)),
  );
  const missing = round.seats.filter((seat) => !given.has(seat) && seat !== personSeat);
  if (missing.length > 0) return unsatisfied(`no opinion from ${some(missing)}`);
  const failed = round.opinions.filter((opinion) => opinion.failure !== undefined);
  const [first] = failed;
  if (first?.failure === undefined)
    return satisfied(`${count(round.seats.length, 'seat')} gave an opinion${standIns(round)}`);
  return unsatisfied(
    `${some(failed.map(({ seat }) => seatName(seat)))}: ${first.failure.kind}, ${first.failure.detail}`,
  );
}

function standIns({ opinions }: Round): string {
  const stoodIn = opinions.flatMap(({ seat, inPlaceOf = [] }) =>
    inPlaceOf.map((owed) => `${seatName(seat)} in place of ${seatName(owed.seat)} (${owed.failure.kind})`),
  );
  return stoodIn.length === 0 ? '' : `: ${some(stoodIn)}`;
}

function person(round: Round) {
  if (!round.seats.includes(personSeat)) return notApplicable('no person has a seat');
  const given = round.opinions.some(({ seat }) => seatName(seat) === personSeat);
  return given ? satisfied('a person gave an opinion') : unsatisfied('a person has a seat and has not decided yet');
}

function authorDoesNotDecide({ opinions, creator, fixer }: Round) {
  const makers = { creator, ...(fixer !== undefined && { fixer }) };
  const seats = opinions.map(({ seat }) => seat);
  const [own] = seats.flatMap((seat) => onOwnWork(seat, makers) ?? []);
  if (own !== undefined) return unsatisfied(own);
  const alike = seats.some(({ driver, role }) => driver === 'embedded' && plain(role) === plain(creator));
  return satisfied(`no opinion comes from ${creator}${alike ? ': the reviewer of that name is a program' : ''}`);
}

function coverageComplete(round: Round) {
  const gap = round.coverage.filter((entry) => entry.coverage !== 'reviewed' && entry.coverage !== 'excluded');
  const read = round.coverage.filter((entry) => entry.coverage === 'reviewed').length;
  const [first] = gap;
  if (first !== undefined) {
    const more = gap.length > 1 ? ` (and ${gap.length - 1} more)` : '';
    return unsatisfied(`${first.path} is ${first.coverage}${first.rule === undefined ? '' : `: ${first.rule}`}${more}`);
  }
  if (read === 0) return unsatisfied('nothing of the change was read');
  return satisfied(`${count(read, 'entry', 'entries')} read, ${round.coverage.length - read} excluded by rule`);
}

function conclusive(round: Round) {
  // What an analyzer could not read is no doubt where somebody with a judgement read it.
  const judged = round.opinions.some(({ seat, failure }) => judges(seat) && failure === undefined);
  const open = round.opinions.filter(
    ({ seat, verdict, failure }) =>
      verdict === 'inconclusive' && failure === undefined && !(judged && seat.driver === 'embedded'),
  );
  if (open.length > 0) return unsatisfied(`${some(open.map(({ seat }) => seatName(seat)))} could not conclude`);
  return satisfied('every opinion given is conclusive');
}

function consistent(round: Round) {
  for (const opinion of round.opinions) {
    if (opinion.seat.driver === 'embedded') continue;
    const severe = opinion.findings.some(({ severity }) => severity === 'critical');
    if (opinion.verdict === 'approved' && severe)
      return unsatisfied(`${seatName(opinion.seat)} approves with a critical finding`);
    if (opinion.verdict === 'changes_requested' && opinion.findings.length === 0)
      return unsatisfied(`${seatName(opinion.seat)} requests changes and names none`);
    if (opinion.verdict === 'rejected' && opinion.ground === undefined)
      return unsatisfied(`${seatName(opinion.seat)} rejects without a ground`);
  }
  return satisfied('no opinion contradicts its own findings');
}

function rejection(round: Round) {
  const rejecting = round.opinions.find(
    ({ verdict, ground }) => verdict === 'rejected' && ground !== undefined && round.rejectGrounds.includes(ground),
  );
  if (rejecting === undefined) return satisfied('no opinion rejects on a named ground');
  return unsatisfied(`${seatName(rejecting.seat)} rejects: ${rejecting.ground ?? ''}`);
}

function objection(round: Round) {
  const objecting = round.opinions.filter(
    ({ seat, verdict }) => seat.driver !== 'embedded' && (verdict === 'changes_requested' || verdict === 'rejected'),
  );
  if (objecting.length > 0) return unsatisfied(`${some(objecting.map(({ seat }) => seatName(seat)))} objects`);
  if (round.opinions.every(({ seat }) => seat.driver === 'embedded'))
    return notApplicable('embedded reviewers object through their findings');
  return satisfied('nobody objects');
}

function bySeverity(findings: readonly Finding[], severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length;
}

function critical(round: Round) {
  const found = bySeverity(round.counting, 'critical');
  const most = round.standards.maxCriticalConcerns;
  const text = `${count(found, 'critical finding')}, at most ${most} allowed`;
  return found > most ? unsatisfied(text) : satisfied(text);
}

function important(round: Round) {
  const found = bySeverity(fromEmbedded(round), 'important');
  return found > 0 ? unsatisfied(count(found, 'important finding')) : satisfied('no important finding');
}

function minor(round: Round) {
  const found = bySeverity(fromEmbedded(round), 'minor');
  const most = round.embedded.maxMinor;
  const text = `${count(found, 'minor finding')}, at most ${most} allowed`;
  return found > most ? unsatisfied(text) : satisfied(text);
}

/** A later approval does not erase an objection that nobody saw mended (SPEC 2, rules 4 and 5). */
function earlier({ earlier: standing = [] }: Round) {
  const grave = standing.filter(({ severity }) => severity !== 'minor');
  if (standing.length === 0) return notApplicable('no finding of an earlier round stands');
  if (grave.length === 0) return satisfied(`only minor ones of earlier rounds stand: ${standing.length}`);
  const text = `${count(grave.length, 'finding')} of earlier rounds not mended: ${some(grave.map(({ id }) => id))}`;
  return unsatisfied(text);
}

/** The stand-in of a seat that objected approves something else than the fix of what it objected to (SPEC 2, rules 4 and 5). */
function verified({ unverified: standing = [] }: Round) {
  const text = `${count(standing.length, 'finding')} of earlier rounds until who raised them judges the fix`;
  return unsatisfied(`${text}: ${some(standing.map(({ id }) => id))}`);
}

function criteriaMet({ answered, standards }: AnsweredRound) {
  const required = answered().filter(({ criterion }) => criterion.required);
  if (required.length === 0) return notApplicable('no criterion is required');
  const passed = required.filter(({ answer }) => answer === true).length;
  const failed = required.filter(({ answer }) => answer === false);
  const excused = required.filter(({ settled }) => settled.length > 0).map(({ criterion }) => criterion.name);
  const remembered = required.some(({ settled: by }) => by.some(({ state }) => state === 'suppressed'));
  const why = remembered ? 'the findings against it are settled' : 'a person settled the findings against it';
  const settled = excused.length === 0 ? '' : `, ${some(excused)} since ${why}`;
  const text = `${passed} of ${count(required.length, 'required criterion', 'required criteria')} met${settled}`;
  if (failed.length === 0 || passed / required.length >= standards.minChecklistPassRate) return satisfied(text);
  return unsatisfied(`not met: ${some(failed.map(({ criterion, reason }) => `${criterion.name} (${reason})`))}`);
}

function criteriaChecked({ answered, standards }: AnsweredRound) {
  const required = answered().filter(({ criterion }) => criterion.required);
  if (required.length === 0) return notApplicable('no criterion is required');
  const open = required.filter(({ answer }) => answer === null);
  const passed = required.filter(({ answer }) => answer === true).length;
  if (open.length === 0) return satisfied('every required criterion was checked');
  if (passed / required.length >= standards.minChecklistPassRate)
    return satisfied(
      `${count(open.length, 'required criterion', 'required criteria')} unchecked, within the pass rate`,
    );
  return unsatisfied(`not checked: ${some(open.map(({ criterion }) => criterion.name))} (${open[0]?.reason ?? ''})`);
}

function confidence(round: Round) {
  const stated = confidenceOf(round);
  const { minConfidence, lowConfidence } = round.standards;
  if (stated === undefined) return notApplicable('no seat concluded');
  const known = believed(round);
  if (stated >= minConfidence) return satisfied(`confidence ${stated}, at least ${minConfidence} needed${known}`);
  if (stated < lowConfidence) return unsatisfied(`confidence ${stated} is below ${lowConfidence}${known}`);
  return unsatisfied(`confidence ${stated} is not enough to approve, ${minConfidence} needed${known}`);
}

/** What was stated, and how far it is believed, of each whose earlier opinions say so (SPEC 7). */
function believed({ opinions, standards }: Round): string {
  const told = opinions.flatMap((opinion) => {
    const { seat, verdict, confidence: stated, calibration } = opinion;
    if (calibration === undefined || verdict !== 'approved' || standards.calibrate === false) return [];
    const { confidence: calibrated, opinions: over, category, skilled } = calibration;
    const of = `${over} opinions${category === undefined ? '' : ` on ${category}`}`;
    const blunt = skilled ? '' : ', no surer where it was right';
    const counted = countsAs(opinion, standards);
    const as = counted === calibrated ? '' : `, counts as ${counted}`;
    return [`${seatName(seat)} stated ${stated}, calibrated ${calibrated} over ${of}${blunt}${as}`];
  });
  return told.length === 0 ? '' : ` (${told.join('; ')})`;
}

function disposed(round: Round) {
  if (round.settled.length === 0) return notApplicable('no finding was taken out of the count');
  const refuted = round.settled.filter(({ state }) => state === 'refuted').length;
  const known = round.settled.filter(({ state }) => state === 'suppressed').length;
  const byPerson = round.settled.length - refuted - known;
  const parts = [
    ...(byPerson === 0 ? [] : [`${count(byPerson, 'finding')} taken out of the count by a person`]),
    ...(refuted === 0 ? [] : [`${count(refuted, 'finding')} refuted by another reviewer`]),
    ...(known === 0 ? [] : [`${count(known, 'finding')} suppressed: decided before to be no problem`]),
  ];
  return satisfied(parts.join(', '));
}
