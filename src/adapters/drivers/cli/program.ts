import type { JsonSchema } from '../../../application/prompt/answer-form.js';
import type { Usage } from '../../../domain/model/opinion.js';
import type { Authoring } from '../driver.js';
import type { Environment } from '../isolation/environment.js';

/** A maker's agent on the command line: how it is started without a person, kept apart from the project, and read. */
export interface CliProgram {
  /** Name in `PATH`. */
  readonly program: string;
  /** Arguments whose output names its flags. */
  readonly help: readonly string[];
  /** Flags without which it can't be kept apart or read; a version that lacks one is not asked. */
  readonly needs: readonly string[];
  /** Variables of its maker that hold keys or addresses. */
  readonly variables: readonly string[];
  /** Files of its login: where they stand below the user's home directory, and nothing else of that directory. */
  readonly login: { readonly directory: string; readonly files: readonly string[] };
  /** Knows how to let it change files below its working directory and do nothing else. */
  readonly writes?: true;
  readonly launch: (on: Launching) => Launch;
  readonly read: (output: string, answerFile: string | undefined) => Envelope;
}

export interface Launching {
  /** Whether the installed version knows a flag. */
  readonly has: (flag: string) => boolean;
  readonly model: string | undefined;
  /** As `CallLimits.costUsd`. */
  readonly costUsd?: number;
  readonly schema: JsonSchema;
  /** Set where it is to change files, for programs that `writes`. */
  readonly author?: Authoring;
  /** Empty home directory of this run. */
  readonly home: string;
  readonly env: Environment;
}

export interface Launch {
  readonly args: readonly string[];
  readonly set?: Readonly<Record<string, string>>;
  /** Files below the home directory of the run, path to text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Below the home directory: where the program writes its last word. */
  readonly answerFile?: string;
}

/** What the output of a program holds. Neither text nor failure: it ended without saying anything. */
export interface Envelope {
  readonly text?: string;
  /** Its own word for having failed. */
  readonly failed?: string;
  readonly usage?: Usage;
}
