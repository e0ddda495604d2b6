import type { AgentEntry } from '../../domain/model/policy-protocols.js';

/** What a user says of agents on this machine. It stands outside of every repository: it names programs to run. */
export interface AgentConfiguration {
  /** Absolute path of the file; it need not exist. */
  readonly file: string;
  /** By name of an agent of the policy, of a program (`claude`), or of the user's own. */
  readonly agents: Readonly<Record<string, ConfiguredAgent>>;
}

export interface ConfiguredAgent {
  /** Present where the user made the agent, which no policy knows. */
  readonly driver?: Extract<AgentEntry['driver'], 'cli' | 'acp' | 'command' | 'model'>;
  readonly role?: string;
  readonly family?: string;
  readonly model?: string;
  readonly via?: AgentEntry['via'];
  /** Program and arguments. */
  readonly run?: readonly [program: string, ...args: string[]];
  /** Names of variables that it may have from the environment of the caller. */
  readonly env: readonly string[];
  /** Directory with the agent's own login, absolute. */
  readonly credentials?: string;
  /** Address of a model's API, without the path of a method. */
  readonly endpoint?: string;
  /** Variable that holds the key for `endpoint`. */
  readonly keyVariable?: string;
}
