import type { SubmitReview, UnreadSubmission } from '../../application/peer-review.js';
import type { AnswerCycle } from '../../application/run/talk.js';
import type { Problem, Refusal } from '../../domain/model/refusal.js';

/** The part of a writable stream that the command line needs; `process.stdout` and `process.stderr` fit. */
export interface Output {
  /** False when the reader is slower than the writer: wait for `drain` before writing much more. */
  write(chunk: string): boolean;
  once(event: 'drain' | 'close' | 'error', listener: () => void): unknown;
  off(event: 'drain' | 'close' | 'error', listener: () => void): unknown;
  readonly isTTY?: boolean;
  /** Width of the terminal; absent in a pipe. */
  readonly columns?: number;
}

/** Everything the command line touches outside of the application, passed in so that a test can hold it. */
export interface CliIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; `-C` and file arguments are resolved against it. */
  readonly cwd: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Aborted on Ctrl-C. */
  readonly signal: AbortSignal;
  /** Serves MCP in a directory (absolute) until the client leaves; takes over standard input and output. */
  readonly mcp?: (directory: string) => Promise<void>;
  /** What the rules of the embedded reviewers mean, for formats that carry help texts. */
  readonly rules?: () => Promise<readonly RuleHelp[]>;
  /** Reads the fields of the MCP tool `submit_review`, so that a file says what a call says; `further` looks at what cannot be read. */
  readonly submission?: (
    review: string,
    given: object,
    further: (unread: UnreadSubmission) => Promise<readonly Problem[] | Refusal>,
  ) => Promise<SubmitReview | Refusal>;
  /**
   * Runs a command that the user typed, in a directory (absolute). `aside`: what it prints goes to standard error; `kept`: it is also given
   * back, which takes the terminal from it.
   */
  readonly script?: (
    command: readonly string[],
    of: { readonly directory: string; readonly aside: boolean; readonly kept: boolean },
  ) => Promise<{ readonly code: number; readonly said?: string } | Refusal>;
  /** Reads the answer of a peer in a run, as the MCP tool `emit_event` takes it. */
  readonly runAnswer?: (message: object) => Promise<AnswerCycle | Refusal>;
}

/** Help for one rule. */
export interface RuleHelp {
  /** `family/name`. */
  readonly id: string;
  /** What it finds, a few words. */
  readonly title: string;
  /** Why it matters. */
  readonly why: string;
  /** What to do about a finding. */
  readonly remedy: string;
}

/** Writes and waits until the reader has caught up. Returns false when the reader is gone. */
export async function writeFully(output: Output, text: string): Promise<boolean> {
  if (output.write(text)) return true;
  return new Promise((resolve) => {
    const settle = (alive: boolean): void => {
      output.off('drain', drained);
      output.off('close', gone);
      output.off('error', gone);
      resolve(alive);
    };
    const drained = (): void => settle(true);
    const gone = (): void => settle(false);
    output.once('drain', drained);
    output.once('close', gone);
    output.once('error', gone);
  });
}
