import { canCallFor } from '../../model/claim.js';
import type { RuleResult } from '../../model/decision.js';
import type { AssignmentPlace, PeerCase } from '../../model/peer.js';
import { ineligible, isMeant, overloaded, type Candidate, type Roster } from './obstacle.js';

export interface Wish {
  /** Who reviewed the round before: asked again, wherever it stands in the line. */
  readonly again?: string;
  /**
   * Name or role that the creator asks for: taken first among those whom a word of the line means, and in the place of
   * embedded reviewers, since it has a judgement of its own. The line itself is the policy's.
   */
  readonly named?: string;
}

/** Who owes the next opinion, with every rule that was looked at. */
export type Choice = { readonly rules: readonly RuleResult[] } & (
  | { readonly kind: 'agent'; readonly reviewer: string; readonly place: AssignmentPlace }
  | { readonly kind: 'embedded'; readonly role: string; readonly place: AssignmentPlace }
  | { readonly kind: 'person'; readonly reason: string; readonly trigger: 'rules' | 'nobody_free' }
  | { readonly kind: 'nobody'; readonly reason: string }
);

const person = 'human';

/**
 * Primary, then backup, then the escalation role (SPEC 5.4). Of several agents whom a word means the least loaded is asked.
 * A role that nobody with a token plays is taken by the embedded reviewers. A person is asked where the line says so; when
 * somebody who could review is only busy, the review waits first.
 */
export function choose(peer: PeerCase, roster: Roster, wish: Wish = {}): Choice {
  return again(peer, roster, wish) ?? alongLine(peer, roster, wish);
}

/** Why a person is not asked at once: somebody who could review is busy, or somebody is called. */
interface Waiting {
  readonly because: string;
  readonly called: boolean;
}

function alongLine(peer: PeerCase, roster: Roster, wish: Wish): Choice {
  const rules: RuleResult[] = [];
  let waiting: Waiting | undefined;
  for (const { place, who } of peer.terms.line) {
    const id = `assignment.${place}`;
    if (who === person) {
      if (waiting === undefined || (place !== 'escalate' && !waiting.called)) return toPerson(rules, id, place);
      rules.push({
        id,
        result: 'not_applicable',
        reason: `a person is asked when the wait is over: ${waiting.because}`,
      });
      continue;
    }
    const seen = look(who, peer, roster, wish);
    const reason = seen.taken === undefined ? seen.obstacle : `${seen.taken} is free`;
    rules.push({ id, result: seen.taken === undefined ? 'unsatisfied' : 'satisfied', reason });
    if (seen.taken !== undefined) return { kind: 'agent', reviewer: seen.taken, place, rules };
    if (seen.embedded) return embedded(who, place, rules, peer, roster, wish);
    waiting = waitingFor(seen, canCallFor(peer, who), waiting);
  }
  return waiting === undefined ? nobodyThere(rules) : { kind: 'nobody', reason: waiting.because, rules };
}

function waitingFor({ busy, obstacle }: Look, callable: boolean, before: Waiting | undefined): Waiting | undefined {
  if (!busy && !callable) return before;
  return { because: before?.because ?? obstacle, called: callable || before?.called === true };
}

/** One more seat of the line beside those that have answered; never a person, never embedded (SPEC 5.5, 5.6). */
export function chooseAnother(peer: PeerCase, roster: Roster): string | undefined {
  for (const { who } of peer.terms.line) {
    const { taken } = look(who, peer, roster, {});
    if (taken !== undefined) return taken;
  }
  return undefined;
}

/** The place of the line that a reviewer who comes forward would take; undefined with nobody's word for it. */
export function placeOf(candidate: Candidate, peer: PeerCase): AssignmentPlace | undefined {
  return peer.terms.line.find(({ who }) => isMeant(candidate, who))?.place;
}

function again(peer: PeerCase, roster: Roster, wish: Wish): Choice | undefined {
  const known = roster.agents.find(({ name }) => name === wish.again);
  if (known === undefined || ineligible(known, peer, roster) !== undefined) return undefined;
  if (overloaded(known.name, peer, roster) !== undefined) return undefined;
  const reason = `${known.name} reviewed the round before`;
  const rules = [{ id: 'assignment.again', result: 'satisfied', reason }] as const;
  return { kind: 'agent', reviewer: known.name, place: placeOf(known, peer) ?? 'named', rules };
}

interface Look {
  readonly taken?: string;
  readonly obstacle: string;
  /** Somebody could review and has too much to do. */
  readonly busy: boolean;
  /** Nobody with a token plays the role, and embedded reviewers do. */
  readonly embedded: boolean;
}

function look(who: string, peer: PeerCase, roster: Roster, wish: Wish): Look {
  const meant = roster.agents
    .filter((agent) => agent.revokedAt === null && isMeant(agent, who))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  if (meant.length === 0) {
    const isEmbedded = roster.embeddedRoles.has(who);
    const obstacle = isEmbedded ? `nobody with a token plays ${who}` : `nobody is called ${who} or plays it`;
    return { obstacle, busy: false, embedded: isEmbedded };
  }
  const able = meant.filter((agent) => ineligible(agent, peer, roster) === undefined);
  const free = able.filter(({ name }) => overloaded(name, peer, roster) === undefined);
  const [taken] = [...free].sort(byWish(wish, roster));
  const because = meant.map((agent) => ineligible(agent, peer, roster) ?? overloaded(agent.name, peer, roster));
  const obstacle = because.filter((each) => each !== undefined).join('; ');
  return { obstacle, busy: able.length > 0, embedded: false, ...(taken === undefined ? {} : { taken: taken.name }) };
}

function byWish({ named }: Wish, { load }: Roster): (a: Candidate, b: Candidate) => number {
  const rank = (candidate: Candidate) => (named !== undefined && isMeant(candidate, named) ? 0 : 1);
  const open = ({ name }: Candidate) => load.get(name)?.open ?? 0;
  return (a, b) => rank(a) - rank(b) || open(a) - open(b) || (a.name < b.name ? -1 : 1);
}

function embedded(
  role: string,
  place: AssignmentPlace,
  rules: readonly RuleResult[],
  peer: PeerCase,
  roster: Roster,
  { named }: Wish,
): Choice {
  if (named === undefined) return { kind: 'embedded', role, place, rules: withEmbedded(rules, role) };
  const id = 'assignment.named';
  const { taken, obstacle } = look(named, peer, roster, {});
  if (taken !== undefined) {
    const rule: RuleResult = { id, result: 'satisfied', reason: `${taken} was asked for and judges for itself` };
    return { kind: 'agent', reviewer: taken, place: 'named', rules: [...rules, rule] };
  }
  const rule: RuleResult = { id, result: 'unsatisfied', reason: obstacle };
  return { kind: 'embedded', role, place, rules: withEmbedded([...rules, rule], role) };
}

function withEmbedded(rules: readonly RuleResult[], role: string): readonly RuleResult[] {
  return [...rules, { id: 'assignment.embedded', result: 'satisfied', reason: `${role} is an embedded reviewer` }];
}

function toPerson(rules: readonly RuleResult[], id: string, place: AssignmentPlace): Choice {
  const last = place === 'escalate';
  const reason = last ? 'nobody else of the line can review this change' : `the policy names a person as ${place}`;
  const trigger = last ? 'nobody_free' : 'rules';
  return { kind: 'person', reason, trigger, rules: [...rules, { id, result: 'satisfied', reason }] };
}

/** A wait would be in vain: nobody who could come is in the line. */
function nobodyThere(rules: readonly RuleResult[]): Choice {
  const reason = 'nobody of the line can review this change';
  return { kind: 'nobody', reason, rules };
}
