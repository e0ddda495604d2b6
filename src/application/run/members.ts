import type { Principal } from '../../domain/model/agent.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { identify } from '../identify.js';
import { personOf } from '../person-of.js';
import type { RunRow } from '../ports/runs.js';
import type { RunDependencies } from './dependencies.js';
import { refusedOnStream } from '../commands/refused-attempt.js';
import { findRunRow } from './record.js';

/** An agent that a token proves, and the run that it speaks in. */
export interface Member {
  readonly agent: Principal;
  readonly run: string;
}

/**
 * Who calls, and in which run: the one that is named, else the only open one of this agent. Whoever is no part of a run says nothing
 * in it; such an attempt goes on record (SPEC 5.1).
 */
export async function memberOf(
  on: RunDependencies,
  verb: string,
  named: { readonly run?: string; readonly called?: string },
): Promise<Member | Refusal> {
  const who = await identify(on, on.caller);
  const agent = who ?? tokenNeeded();
  const row = named.run === undefined ? undefined : await findRunRow(on.store, named.run);
  if (isRefusal(row)) return row;
  const refused = async (refusal: Refusal, actor: string) =>
    row === undefined ? refusal : refusedOnStream(on, `run/${row.id}`, refusal, { verb, actor });
  if (isRefusal(agent)) return refused(agent, await on.caller.claimed());
  if (named.called !== undefined && named.called !== agent.name)
    return refused(
      refuse(
        'actor_mismatch',
        `the token in COUNTERSIGN_TOKEN is that of ${agent.name}, not of ${named.called}`,
        'answer in your own name only, or leave the name out: the token says who you are',
      ),
      agent.name,
    );
  await on.heartbeat(agent);
  if (row === undefined) return onlyRunOf(on, agent);
  return row.agents.includes(agent.name)
    ? { agent, run: row.id }
    : refused(
        refuse(
          'not_in_run',
          `${agent.name} is no part of run ${row.id}`,
          `its agents are ${row.agents.join(', ')}; a person starts a run with other agents`,
        ),
        agent.name,
      );
}

async function onlyRunOf({ store }: RunDependencies, agent: Principal): Promise<Member | Refusal> {
  const rows = await store.listRuns({ open: true, agent: agent.name, limit: 10 });
  const [row, second] = rows;
  if (row === undefined)
    return refuse(
      'no_open_run',
      `no run of ${agent.name} is open here, so there is nobody to tell; nothing was recorded`,
      'ask another agent for an opinion with `request_review`; to put a question to a person, `escalate_review`',
    );
  if (second === undefined) return { agent, run: row.id };
  return refuse('several_runs', `${agent.name} is in several runs: ${idsOf(rows)}`, 'name the one you mean (run_id)');
}

function idsOf(rows: readonly RunRow[]): string {
  return rows.map(({ id }) => id).join(', ');
}

function tokenNeeded(): Refusal {
  return refuse(
    'token_needed',
    'an agent of a run proves who it is, and COUNTERSIGN_TOKEN holds no token',
    'set COUNTERSIGN_TOKEN to the token that `countersign agent add` printed for you',
  );
}

/** A person whom a token proves. An attempt without goes on record: only a person overrides (EVT rule 1). */
export async function personFor(on: RunDependencies, run: string, verb: string): Promise<Principal | Refusal> {
  const { who, actor } = await personOf(on, on.caller);
  return isRefusal(who) ? refusedOnStream(on, `run/${run}`, who, { verb, actor }) : who;
}
