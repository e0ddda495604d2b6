import type { Principal } from '../domain/model/agent.js';
import { isRefusal, refuse, type Refusal } from '../domain/model/refusal.js';
import { identify, type Caller, type IdentifyDependencies } from './identify.js';

/** The person behind the token, or why there is none, with the name that goes on record. */
export async function personOf(
  on: IdentifyDependencies,
  caller: Caller,
): Promise<{ readonly who: Principal | Refusal; readonly actor: string }> {
  const principal = await identify(on, caller);
  if (isRefusal(principal)) return { who: principal, actor: await caller.claimed() };
  if (principal?.kind === 'human') return { who: principal, actor: principal.name };
  const message =
    principal === undefined
      ? 'a person decides here, and no credential says who you are'
      : `a person decides here, and ${principal.name} is an agent`;
  return {
    who: refuse(
      'human_needed',
      message,
      'set COUNTERSIGN_TOKEN to the token of a person; see `countersign agent add NAME --human`',
    ),
    actor: principal?.name ?? (await caller.claimed()),
  };
}
