import { GitFailure, startGit, type GitCall, type RunningGit } from './git-process.js';

/**
 * A git that is told on its standard input what to do: started while nobody waits for anything, it needs no time to start when it is
 * needed. It does nothing before.
 */
export class WaitingGit {
  readonly #call: GitCall;
  #waiting: RunningGit | undefined;

  constructor(call: GitCall) {
    this.#call = call;
  }

  getReady(): void {
    this.#waiting ??= startGit(this.#call);
  }

  get isReady(): boolean {
    return this.#waiting?.child.exitCode === null;
  }

  /** The one that waits, to be spoken with; undefined where none does. */
  take(): RunningGit | undefined {
    const waiting = this.isReady ? this.#waiting : undefined;
    this.#waiting = undefined;
    return waiting;
  }

  /** Its whole standard output; throws `GitFailure` for any exit code but 0. Starts it where it was not ready or has ended meanwhile. */
  async run(input: string): Promise<Buffer> {
    const { child, ended } = this.take() ?? startGit(this.#call);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stdin.end(input);
    const { exitCode, stderr } = await ended;
    if (exitCode !== 0) throw new GitFailure(this.#call.args, exitCode, stderr);
    return Buffer.concat(chunks);
  }

  /** Ends one that waits without having it do anything. */
  async drop(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) return;
    // The end of its input would tell it to go on. At this signal git takes its locks away.
    waiting.child.kill('SIGTERM');
    waiting.child.stdout.resume();
    await waiting.ended.catch(() => undefined);
  }
}
