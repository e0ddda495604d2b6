import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { isAbsolute, delimiter } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** Git ended with a failure. Its own words are kept: a failure is never read as "no changes". */
export class GitFailure extends Error {
  override readonly name = 'GitFailure';
  readonly exitCode: number | null;
  readonly words: string;

  constructor(args: readonly string[], exitCode: number | null, words: string) {
    super(
      `git ${args[0] ?? ''} failed (${exitCode === null ? 'killed' : `exit ${exitCode}`}): ${words || 'no message'}`,
    );
    this.exitCode = exitCode;
    this.words = words;
  }
}

/** There is no `git` in any absolute directory of PATH. */
export class GitNotInstalled extends Error {
  override readonly name = 'GitNotInstalled';
}

export type Environment = Readonly<Record<string, string>>;

export interface GitCall {
  readonly args: readonly string[];
  /** Must exist. */
  readonly cwd: string;
  /** The whole environment of the child: nothing is inherited. */
  readonly env: Environment;
  readonly signal?: AbortSignal | undefined;
}

export interface Outcome {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  /** Trimmed. */
  readonly stderr: string;
}

export type GitChild = ChildProcessByStdio<Writable, Readable, Readable>;

export interface RunningGit {
  readonly child: GitChild;
  /** Resolves when the process ended and its streams are closed; rejects with `GitNotInstalled`. */
  readonly ended: Promise<{ readonly exitCode: number | null; readonly stderr: string }>;
}

const longestStderr = 64 * 1024;

/** Starts git with all streams piped; the caller must read stdout and end stdin. */
export function startGit(call: GitCall): RunningGit {
  const child = spawn('git', [...call.args], {
    cwd: call.cwd,
    env: { ...call.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    signal: call.signal,
    windowsHide: true,
  });
  // A child that ends before it has read its input is reported by its exit code, with its words.
  child.stdin.on('error', () => undefined);
  const words: Buffer[] = [];
  let size = 0;
  child.stderr.on('data', (chunk: Buffer) => {
    if (size < longestStderr) words.push(chunk);
    size += chunk.length;
  });
  const ended = new Promise<{ exitCode: number | null; stderr: string }>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ENOENT' ? new GitNotInstalled('git was not found', { cause: error }) : error);
    });
    child.once('close', (exitCode) => {
      resolve({ exitCode, stderr: Buffer.concat(words).toString('utf8').trim() });
    });
  });
  // Callers await it later; a failure in between is not unhandled.
  ended.catch(() => undefined);
  return { child, ended };
}

/** Runs git to its end whatever the exit code; `input` is its whole standard input, which is closed after it. */
export async function runGit(call: GitCall, input?: Buffer | string): Promise<Outcome> {
  const { child, ended } = startGit(call);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin.end(input ?? '');
  const { exitCode, stderr } = await ended;
  return { exitCode, stdout: Buffer.concat(chunks), stderr };
}

/** As `runGit`, and throws `GitFailure` for any exit code but 0. */
export async function mustGit(call: GitCall, input?: Buffer | string): Promise<Outcome> {
  const outcome = await runGit(call, input);
  if (outcome.exitCode !== 0) throw new GitFailure(call.args, outcome.exitCode, outcome.stderr);
  return outcome;
}

/** Only absolute entries: a relative one would look for `git` inside the repository under review. */
export function safePath(path: string | undefined): string {
  const entries = (path ?? '').split(delimiter).filter((entry) => isAbsolute(entry));
  return entries.length === 0 ? '/usr/local/bin:/usr/bin:/bin' : entries.join(delimiter);
}

/**
 * An environment made of nothing: no `GIT_*` of the user, no configuration but that of the git directory in use, no lazy
 * fetch, no replace refs, no prompt, no optional write (SPEC 2, rule 13).
 */
export function closedEnvironment(path: string, emptyHome: string): Environment {
  return {
    ...basics(path),
    HOME: emptyHome,
    XDG_CONFIG_HOME: emptyHome,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  };
}

/**
 * For the two calls that need the user's own configuration as data (`rev-parse` to find the repository under the user's
 * `safe.directory`, `config --list`). Neither runs anything that a configuration names.
 */
export function userEnvironment(env: NodeJS.ProcessEnv): Environment {
  const { HOME, XDG_CONFIG_HOME } = env;
  return {
    ...basics(safePath(env['PATH'])),
    ...(HOME === undefined ? {} : { HOME }),
    ...(XDG_CONFIG_HOME === undefined ? {} : { XDG_CONFIG_HOME }),
  };
}

function basics(path: string): Environment {
  return {
    PATH: path,
    LC_ALL: 'C',
    LANGUAGE: '',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_PAGER: 'cat',
    GIT_EDITOR: ':',
    GIT_TRACE2: '0',
    GIT_TRACE2_EVENT: '0',
    GIT_TRACE2_PERF: '0',
  };
}
