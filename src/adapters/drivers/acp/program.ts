import type { CliProgram, Launching } from '../cli/program.js';

export type AcpLogin = CliProgram['login'];

/** How an agent is started that speaks the protocol on its stdin and stdout. */
export interface AcpLaunch {
  readonly args: readonly string[];
  readonly set?: Readonly<Record<string, string>>;
  /** Files below the home directory of the run, path to text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Mode of the session without which it is not kept to reading. */
  readonly mode?: string;
}

/** A maker's agent, and how it is made to speak the protocol. */
export interface AcpProgram {
  /** Name in `PATH`. */
  readonly program: string;
  /** Arguments whose output names its flags; undefined: it has none, and says its version in the protocol alone. */
  readonly help: readonly string[] | undefined;
  /** Flags without which it can't be kept apart; a version that lacks one is not asked. */
  readonly needs: readonly string[];
  /** Variables of its maker that hold keys or addresses. */
  readonly variables: readonly string[];
  readonly login: AcpLogin;
  /** Another program that it starts, and the variable that tells it which. */
  readonly starts?: { readonly program: string; readonly variable: string };
  /** Whether its arguments choose the model. */
  readonly takesModel: boolean;
  readonly launch: (on: Omit<Launching, 'schema'>) => AcpLaunch;
}
