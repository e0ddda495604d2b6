import { foldAgent } from '../../domain/identity/agent.js';
import { agentName, kebabName } from '../../domain/identity/name.js';
import type { Agent, AgentKind, Principal } from '../../domain/model/agent.js';
import type { AgentEvent } from '../../domain/model/event.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { embeddedRoster } from '../../domain/policy/embedded-roster.js';
import type { AddAgent, IssuedToken } from '../application.js';
import { identify, type Caller, type IdentifyDependencies } from '../identify.js';
import type { Clock } from '../ports/clock.js';
import type { AgentRow, Store } from '../ports/store.js';
import { handOn } from '../peer/hand-on.js';
import { refusedOnStream } from './refused-attempt.js';

export interface AgentsDependencies extends IdentifyDependencies {
  readonly clock: Clock;
  /** 32 random bytes as base64url, new at each call. */
  readonly newSecret: () => string;
  /** The key that only this token signs for, as `Agent.publicKey`. */
  readonly publicKeyOf: (token: string) => string;
  /** Whether a person sits there: standard input and output are both a terminal. */
  readonly interactive: boolean;
}

/** Gives somebody an identity and the token that proves it, which is kept nowhere and can't be shown again. */
export async function addAgent(on: AgentsDependencies, caller: Caller, ask: AddAgent): Promise<IssuedToken | Refusal> {
  const described = describe(ask);
  if (isRefusal(described)) return described;
  const { name, ...data } = described;
  const by = await identify(on, caller);
  if (isRefusal(by)) return by;
  const obstacle = data.kind === 'human' ? await mayMakeHuman(on, by) : await mayChangeAgents(on, by);
  if (obstacle !== undefined) return by === undefined ? obstacle : onRecordOf(on, by.name, obstacle, 'add', by.name);
  const token = newToken(on, data.kind);
  const event: AgentEvent = { type: 'agent_added', data: { ...data, ...provedBy(on, token) } };
  const agent = await record(on, name, [], event, by?.name ?? (await caller.claimed()));
  if (agent !== undefined) return { agent: withoutHash(agent), token };
  return refuse(
    'name_taken',
    `there is or was somebody called ${name}`,
    'choose another name; names are never given twice',
  );
}

/** A new token; the one before stops working at once. */
export async function rotateToken(
  on: AgentsDependencies,
  caller: Caller,
  name: string,
): Promise<IssuedToken | Refusal> {
  const changing = await toChange(on, caller, name, 'rotate');
  if (isRefusal(changing)) return changing;
  if (changing.agent.revokedAt !== null)
    return refuse('agent_revoked', `${changing.agent.name} was revoked`, 'add somebody under another name');
  const token = newToken(on, changing.agent.kind);
  const event: AgentEvent = { type: 'token_rotated', data: provedBy(on, token) };
  const agent = await record(on, changing.agent.name, changing.events, event, changing.actor);
  return agent === undefined ? busy(changing.agent.name) : { agent: withoutHash(agent), token };
}

/** Ends an identity for good; what it did stays on record, and what waited for it goes to others. */
export async function revokeAgent(
  on: AgentsDependencies,
  caller: Caller,
  ask: { readonly name: string; readonly reason?: string },
): Promise<AgentRow | Refusal> {
  const changing = await toChange(on, caller, ask.name, 'revoke');
  if (isRefusal(changing)) return changing;
  const { name } = changing.agent;
  if (changing.agent.revokedAt !== null) {
    // A revocation that was cut off before this is gone on with.
    await handOn(on, name);
    return refuse('already_so', `${name} is revoked already`, 'nothing was changed');
  }
  const reason = ask.reason?.trim() ?? '';
  const event: AgentEvent = { type: 'agent_revoked', data: reason === '' ? {} : { reason } };
  const agent = await record(on, name, changing.events, event, changing.actor);
  if (agent === undefined) return busy(name);
  await handOn(on, name);
  return withoutHash(agent);
}

function describe(ask: AddAgent) {
  const name = agentName(ask.name, embeddedRoster.roles);
  if (isRefusal(name)) return name;
  const role = kebabName(ask.role ?? (ask.kind === 'human' ? 'human' : name));
  const family = ask.family === undefined ? undefined : kebabName(ask.family);
  const wrong =
    role === undefined ? ask.role : ask.family !== undefined && family === undefined ? ask.family : undefined;
  if (role === undefined || wrong !== undefined)
    return refuse(
      'bad_name',
      `"${wrong ?? ''}" cannot be a role or a family`,
      'use letters, digits and single hyphens',
    );
  const commitsAs = (ask.commitsAs ?? []).map((each) => each.trim()).filter((each) => each !== '');
  return {
    name,
    kind: ask.kind,
    role,
    ...(family === undefined ? {} : { family }),
    ...(commitsAs.length === 0 ? {} : { commitsAs }),
  };
}

/** People make people. The first comes from a terminal, where nobody can be asked for a token yet. */
async function mayMakeHuman(on: AgentsDependencies, by: Principal | undefined): Promise<Refusal | undefined> {
  if (by?.kind === 'human') return undefined;
  if (by !== undefined || (await hasPeople(on))) return humanNeeded('only a person adds a person');
  if (on.interactive) return undefined;
  return refuse(
    'terminal_needed',
    'the first credential of a person is made on a terminal, by that person',
    'run it by hand where standard input and output are both a terminal, without a pipe',
  );
}

/**
 * Whoever could add agents or replace their tokens could review its own work under another name: no agent may, and once
 * there is a person, only people.
 */
async function mayChangeAgents(on: AgentsDependencies, by: Principal | undefined): Promise<Refusal | undefined> {
  if (by?.kind === 'human') return undefined;
  if (by === undefined && !(await hasPeople(on))) return undefined;
  return humanNeeded(by === undefined ? 'people say here who the agents are' : 'an agent changes only itself');
}

async function hasPeople({ store }: AgentsDependencies): Promise<boolean> {
  return (await store.listAgents()).some(({ kind, revokedAt }) => kind === 'human' && revokedAt === null);
}

interface Changing {
  readonly agent: Agent;
  readonly events: readonly unknown[];
  readonly actor: string;
}

async function toChange(
  on: AgentsDependencies,
  caller: Caller,
  word: string,
  verb: string,
): Promise<Changing | Refusal> {
  const name = kebabName(word);
  const events = name === undefined ? [] : await on.store.readStream(`agent/${name}`);
  const agent = foldAgent(events);
  if (agent === undefined)
    return refuse('unknown_agent', `there is nobody called "${word}"`, 'see `countersign agent list` for the names');
  const by = await identify(on, caller);
  const actor = isRefusal(by) || by === undefined ? await caller.claimed() : by.name;
  const obstacle = isRefusal(by) ? by : await mayChange(on, by, agent);
  if (obstacle === undefined) return { agent, events, actor };
  const keeper = isRefusal(by) || by === undefined ? agent.name : by.name;
  return onRecordOf(on, keeper, obstacle, verb, actor);
}

async function mayChange(
  on: AgentsDependencies,
  by: Principal | undefined,
  { name, kind }: Agent,
): Promise<Refusal | undefined> {
  if (kind === 'human') return by?.kind === 'human' ? undefined : humanNeeded(`${name} is a person`);
  return by?.name === name ? undefined : mayChangeAgents(on, by);
}

/** An attempt stands with whoever made it, one of nobody's with whom it was about (SPEC 5.1). */
function onRecordOf(on: AgentsDependencies, name: string, refusal: Refusal, verb: string, actor: string) {
  return refusedOnStream(on, `agent/${name}`, refusal, { verb: `${verb}_agent`, actor });
}

function humanNeeded(why: string): Refusal {
  return refuse(
    'human_needed',
    `${why}, and no credential of a person was given`,
    'set COUNTERSIGN_TOKEN to the token of a person',
  );
}

function busy(name: string): Refusal {
  return refuse('busy', `${name} is being changed by others`, 'try again');
}

function newToken({ newSecret }: AgentsDependencies, kind: AgentKind): string {
  return `countersign_${kind}_${newSecret()}`;
}

/** All that is kept of a token. */
function provedBy({ digest, publicKeyOf }: AgentsDependencies, token: string) {
  return { tokenHash: digest(token), publicKey: publicKeyOf(token) };
}

/** Undefined when somebody else wrote to the stream meanwhile. */
async function record(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  name: string,
  before: readonly unknown[],
  event: AgentEvent,
  actor: string,
): Promise<Agent | undefined> {
  const stream = `agent/${name}` as const;
  const at = clock.now();
  const appended = await store.append({ stream, expectedVersion: before.length, actor, at, events: [event] });
  return appended.outcome === 'conflict' ? undefined : foldAgent(await store.readStream(stream));
}

function withoutHash({ name, kind, role, family, commitsAs, createdAt, revokedAt }: Agent): AgentRow {
  return { name, kind, role, family, commitsAs, createdAt, revokedAt };
}
