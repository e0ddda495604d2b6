import type { Agent } from '../../model/agent.js';
import type { PeerCase } from '../../model/peer.js';

/** Somebody who may be asked to review. */
export type Candidate = Pick<Agent, 'name' | 'kind' | 'role' | 'family' | 'commitsAs' | 'revokedAt'>;

/** Reviews that wait for somebody. */
export interface Load {
  /** Assigned and not concluded. */
  readonly open: number;
  /** Of these, not started. */
  readonly pending: number;
}

export interface Roster {
  /** Everybody who was ever given a token. */
  readonly agents: readonly Candidate[];
  /** By name; who is not there has nothing to do. */
  readonly load: ReadonlyMap<string, Load>;
  /** How the change is a candidate's own work, undefined when nothing says so (SPEC 2, rule 4). */
  readonly ownWork: (candidate: Candidate) => string | undefined;
  /** Roles that work at once where nobody with a token plays them. */
  readonly embeddedRoles: ReadonlySet<string>;
}

/** Whether a word of the reviewer matrix means this agent: by its name or its role. */
export function isMeant(candidate: Candidate, who: string): boolean {
  return candidate.kind === 'agent' && (candidate.name === who || candidate.role === who);
}

/** Why somebody can never review this content, undefined when nothing stands against it (SPEC 5.4). */
export function ineligible(
  candidate: Candidate,
  { request, terms, tried }: PeerCase,
  { agents, ownWork }: Pick<Roster, 'agents' | 'ownWork'>,
): string | undefined {
  const { name, family } = candidate;
  if (candidate.revokedAt !== null) return `${name} was revoked`;
  if (name === request.by) return `${name} made the change`;
  const own = ownWork(candidate);
  if (own !== undefined) return `the change is ${name}'s own work: ${own}`;
  const creator = agents.find((agent) => agent.name === request.by);
  if (!terms.sameFamily && family !== null && family === creator?.family)
    return `${name} is of the creator's vendor family, ${family}`;
  if (tried.includes(name)) return `${name} had its turn in this round`;
  return undefined;
}

/** Why somebody who may review is not asked now (SPEC 5.4). */
export function overloaded(name: string, { terms }: PeerCase, { load }: Pick<Roster, 'load'>): string | undefined {
  const { open, pending } = load.get(name) ?? { open: 0, pending: 0 };
  if (pending > terms.reviewQueueMax) return `${name} has ${pending} reviews waiting, new ones are paused`;
  if (open > terms.parallelReviewsMax) return `${name} is busy with ${open} open reviews`;
  return undefined;
}
