import { ownWork } from '../../domain/identity/own-work.js';
import type { Principal } from '../../domain/model/agent.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Store } from '../ports/store.js';
import type { Prepared } from './prepare.js';

/**
 * The line of the reviewer matrix is that of the creator, so a wrong name would choose an easier reviewer: an agent speaks
 * for itself, and commits of a known agent are its work, whatever name is given. A person may name anybody.
 */
export async function claimedCreator(
  store: Store,
  by: Principal | undefined,
  { creator, frozen: { change } }: Prepared,
): Promise<Refusal | undefined> {
  if (by?.kind === 'human') return undefined;
  const isCreator = (agent: Pick<Principal, 'name' | 'commitsAs'>) =>
    ownWork(agent, { creator, change: { commits: [] } }) !== undefined;
  if (by !== undefined)
    return isCreator(by) ? undefined : other(`the token is that of ${by.name}, and not of ${creator}`, by.name);
  const makers = (await store.listAgents()).filter(
    (agent) => agent.kind === 'agent' && ownWork(agent, { creator: '', change }) !== undefined,
  );
  const [maker] = makers;
  if (maker === undefined || makers.some(isCreator)) return undefined;
  const how = ownWork(maker, { creator: '', change }) ?? 'its creator';
  return other(`${creator} is named as creator, and ${maker.name} is ${how}`, maker.name);
}

function other(why: string, name: string): Refusal {
  return refuse('other_creator', why, `use \`--creator ${name}\`, or the token of a person`);
}
