import type { AssignmentPlace, CalledAgent, ClaimTerms, PeerCase } from './peer.js';
import type { Seat } from './seat.js';

/** A seat that waits to be claimed, and for which somebody is called once that has lasted too long. */
export interface Claim {
  /** Key of the terms' `claims`. */
  readonly word: string;
  readonly terms: ClaimTerms;
  readonly place: AssignmentPlace;
  /** Epoch milliseconds. */
  readonly since: number;
}

/**
 * The claim that a seat without an opinion waits for: of its reviewer, or while nobody is assigned of the first word of the line
 * that has somebody left to call. Undefined where only the reviewer itself will do.
 */
export function openClaim(peer: PeerCase): Claim | undefined {
  const { assignment, offer, waitingSince, submittedAt, terms } = peer;
  if (offer !== null || assignment?.called === true) return undefined;
  if (assignment === null) {
    const first = terms.line.find(({ who }) => canCallFor(peer, who));
    return first && claimOf(peer, first.who, { place: first.place, since: waitingSince ?? submittedAt });
  }
  const { reviewer, place, at } = assignment;
  const inLine = terms.line.find((each) => each.place === place)?.who;
  const word = [reviewer, inLine].find((each) => each !== undefined && canCallFor(peer, each));
  return word === undefined ? undefined : claimOf(peer, word, { place, since: at });
}

/** Whether somebody who was not called in this round is called where nobody comes as `word`. */
export function canCallFor({ terms, called }: PeerCase, word: string): boolean {
  const fallback = own(terms.claims, word)?.fallback ?? [];
  return fallback.some(({ name }) => !Object.hasOwn(called, name));
}

function claimOf(peer: PeerCase, word: string, at: Pick<Claim, 'place' | 'since'>): Claim | undefined {
  const terms = own(peer.terms.claims, word);
  return terms === undefined ? undefined : { word, terms, ...at };
}

function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The seat that an agent of the policy fills when it is asked by its driver. */
export function seatOfAgent({ name, entry: { role, driver, model } }: CalledAgent): Seat {
  return { role, driver, ...(model !== undefined && { model }), ...(name !== role && { agent: name }) };
}
