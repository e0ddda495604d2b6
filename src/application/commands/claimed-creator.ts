import { kebabName } from '../../domain/identity/name.js';
import { committed, ownWork } from '../../domain/identity/own-work.js';
import type { Principal } from '../../domain/model/agent.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Store } from '../ports/store.js';
import type { Prepared } from './prepare.js';

/**
 * The line of the reviewer matrix is that of the creator, so a wrong name would choose an easier reviewer: an agent speaks
 * for itself, and commits of a known agent are its work, whatever name is given. A person may name anybody.
 */
export async function claimedCreator(
  store: Pick<Store, 'listAgents'>,
  by: Principal | undefined,
  { creator, frozen: { change } }: Pick<Prepared, 'creator' | 'frozen'>,
  /** How the caller can name another: the option of `review`, or nothing but the token of that other. */
  naming: 'option' | 'token',
): Promise<Refusal | undefined> {
  if (by?.kind === 'human') return undefined;
  const isCreator = (agent: Pick<Principal, 'name' | 'commitsAs'>) =>
    ownWork(agent, { creator, change: { commits: [] } }) !== undefined;
  if (by !== undefined && !isCreator(by))
    return other(`the token is that of ${by.name}, and not of ${creator}`, `use \`--creator ${by.name}\``);
  // Whoever only pushed the work of others did not make it, and a message that names somebody speaks for nobody.
  const { commits } = change;
  const makers = (await store.listAgents()).filter(
    (agent) => agent.kind === 'agent' && committed(agent, commits) !== undefined,
  );
  const [maker] = makers;
  if (maker === undefined || makers.some(isCreator)) return undefined;
  const how = committed(maker, commits) ?? 'its creator';
  const named = by === undefined ? `${creator} is named as creator` : `${by.name} asks as its creator`;
  const remedy =
    by === undefined && naming === 'option'
      ? `use \`--creator ${maker.name}\``
      : `let ${maker.name} ask with its own token`;
  return other(`${named}, and ${maker.name} is ${how}`, remedy);
}

/**
 * A program made nothing that it reviews: who is called like an embedded role would look in every report like one that judged its own
 * work. A name that git gives is left alone; nobody chose it for a review.
 */
export function creatorOfRole(creator: string | undefined, embeddedRoles: ReadonlySet<string>): Refusal | undefined {
  return ofRole('creator', creator, embeddedRoles, 'name who made the change, or leave the name out');
}

/** No program says of itself that a finding is settled: the record would show a reviewer that took back what it found. */
export function actorOfRole(actor: string | undefined, embeddedRoles: ReadonlySet<string>): Refusal | undefined {
  return ofRole('actor', actor, embeddedRoles, 'name who says so, or leave the name out');
}

function ofRole(
  part: string,
  called: string | undefined,
  embeddedRoles: ReadonlySet<string>,
  remedy: string,
): Refusal | undefined {
  // A person writes the name of a role with a space, and so does a report.
  const role = kebabName(called?.trim().replaceAll(/\s+/gu, '-') ?? '');
  if (role === undefined || !embeddedRoles.has(role)) return undefined;
  return refuse('name_reserved', `the ${part} is called ${called}, and ${role} is an embedded reviewer`, remedy);
}

function other(why: string, remedy: string): Refusal {
  return refuse('other_creator', why, `${remedy}, or the token of a person`);
}
