import { kebabName } from '../../domain/identity/name.js';
import type { Policy } from '../../domain/model/policy.js';
import { isRefusal, refuse, type Problem, type Refusal } from '../../domain/model/refusal.js';
import type { Run } from '../../domain/model/run.js';
import { foldRun } from '../../domain/run/evolve.js';
import { identify } from '../identify.js';
import type { StartRunDependencies } from './dependencies.js';

export interface StartRun {
  /** Names of agents that have a token, at least two: nobody reviews alone. */
  readonly agents: readonly string[];
  readonly title?: string;
  /** Instead of the policy's. */
  readonly focusAreas?: readonly string[];
}

/** Where neither caller nor policy names any (EVT section 2). */
const usualFocus = ['Security vulnerabilities', 'Spec compliance', 'Integration correctness'];

const fewest = 2;
const most = 50;

/** Begins a run. An agent starts none: it could leave a paused one behind that way. */
export async function startRun(on: StartRunDependencies, ask: StartRun): Promise<Run | Refusal> {
  await on.overdue();
  const caller = await identify(on, on.caller);
  if (isRefusal(caller)) return caller;
  if (caller?.kind === 'agent')
    return refuse('human_needed', 'a person starts a run, and this is the token of an agent', 'ask a person for it');
  const agents = await membersNamed(on, ask.agents);
  if (isRefusal(agents)) return agents;
  const policy = await on.policy();
  if (isRefusal(policy)) return policy;
  const id = on.newId();
  const actor = caller?.name ?? (await on.caller.claimed());
  const title = ask.title?.trim() ?? '';
  const data = {
    title: title === '' ? agents.join(', ') : title,
    agents,
    terms: termsOf(policy, ask.focusAreas ?? []),
    notifications: policy.notifications,
  };
  const at = on.clock.now();
  const stream = `run/${id}` as const;
  const events = [{ type: 'run_started', data }] as const;
  const appended = await on.store.append({ stream, expectedVersion: 0, actor, at, events });
  const run = appended.outcome === 'appended' ? foldRun(appended.events) : undefined;
  if (run === undefined) throw new Error(`the new id ${id} of a run was taken`);
  return run;
}

function termsOf({ run, defaultTimeoutMinutes }: Policy, focusAreas: readonly string[]): Run['terms'] {
  const { silenceMinutes, maxWords } = run;
  return {
    silenceMinutes,
    answerMinutes: defaultTimeoutMinutes,
    maxWords,
    focusAreas: [focusAreas, run.focusAreas].find((areas) => areas.length > 0) ?? usualFocus,
  };
}

function tokenFor(names: readonly string[], known: ReadonlyMap<string, unknown>): string {
  const unknown = names.find((name) => !known.has(name) && kebabName(name) !== undefined);
  if (unknown === undefined) return 'name agents whose token works: `countersign agent list`';
  return `\`countersign agent add ${unknown}\` gives ${unknown} one`;
}

/** Every name once; all that are wrong are told at once. */
async function membersNamed(
  { store }: StartRunDependencies,
  words: readonly string[],
): Promise<readonly string[] | Refusal> {
  const known = new Map((await store.listAgents()).map((row) => [row.name, row]));
  const names = [...new Set(words.map((word) => kebabName(word) ?? word))];
  const problems = names.flatMap((name): Problem[] => {
    const row = known.get(name);
    if (row === undefined)
      return [{ key: name, message: 'has no token here', expected: 'see `countersign agent list`' }];
    if (row.kind === 'human') return [{ key: name, message: 'is a person, who is asked when the rules say so' }];
    return row.revokedAt === null ? [] : [{ key: name, message: 'was revoked' }];
  });
  if (problems.length > 0)
    return {
      ...refuse('unknown_agent', 'a run is between agents that have a token', tokenFor(names, known)),
      problems,
    };
  if (names.length < fewest || names.length > most)
    return refuse(
      'usage',
      `a run has ${fewest} to ${most} agents, not ${names.length}`,
      'name those that work together, with commas between',
    );
  return names;
}
