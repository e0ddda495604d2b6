import type { Application } from '../../application/application.js';
import type { Refusal } from '../../domain/model/refusal.js';
import type { CliIo } from './io.js';
import type { Options } from './options.js';
import type { Terminal } from './text/terminal.js';

/** Formats of a report. */
export const formats = ['text', 'json', 'sarif', 'markdown', 'github'] as const;
export type Format = (typeof formats)[number];

/** One parsed command line. */
export interface Call {
  /** Words of the command, e.g. `findings dismiss`. */
  readonly command: string;
  readonly args: readonly string[];
  readonly options: Options;
}

/** What a command works with. */
export interface Context {
  readonly io: CliIo;
  /** Print one JSON object on stdout. */
  readonly json: boolean;
  readonly quiet: boolean;
  /** Facts about stdout. */
  readonly terminal: Terminal;
  /** Loads the application on first use and asks it. */
  ask<T>(question: (application: Application) => Promise<T | Refusal>): Promise<T | Refusal>;
  /** Writes to stdout; a line feed is added where the text has none at its end. */
  print(text: string): Promise<void>;
  /** Prints `{schema, …value}` as one JSON object. */
  printJson(schema: string, value: object): Promise<void>;
  /** Absolute path of a file argument, relative to `-C` or the working directory. */
  resolve(file: string): string;
}

/** Runs one command. Returns its exit code, or a refusal for `run` to print. */
export type Execute = (call: Call, context: Context) => Promise<number | Refusal>;
