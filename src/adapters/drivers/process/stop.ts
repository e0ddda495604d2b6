import { killGroup } from '../../process-group/kill-group.js';

export type Stopped = 'timed_out' | 'idle' | 'cancelled' | 'too_much_output';

/** After SIGTERM, until SIGKILL. */
const graceMs = 2_000;
/** After a program was asked to stop in its own protocol, until SIGTERM. */
const farewellMs = 500;

/** Stops a group once: asked in its own words where it has some, then by SIGTERM, then forced. */
export class Stop {
  why: Stopped | undefined;
  readonly #pid: number | undefined;
  readonly #farewell: (() => void) | undefined;
  #stopping = false;
  #next: NodeJS.Timeout | undefined;

  constructor(pid: number | undefined, farewell: (() => void) | undefined) {
    this.#pid = pid;
    this.#farewell = farewell;
  }

  now(why: Stopped): void {
    if (this.#stopping) return;
    this.#stopping = true;
    this.why = why;
    // One that writes without end would not hear it.
    if (this.#farewell === undefined || why === 'too_much_output') {
      this.#terminate();
      return;
    }
    this.#farewell();
    this.#next = setTimeout(() => this.#terminate(), farewellMs);
  }

  /** Nothing more is wanted of it: it may end by itself for a moment. No limit is reached from now on. */
  finish(): void {
    if (this.#stopping) return;
    this.#stopping = true;
    this.#next = setTimeout(() => this.#terminate(), farewellMs);
  }

  end(): void {
    this.#stopping = true;
    clearTimeout(this.#next);
  }

  #terminate(): void {
    killGroup(this.#pid, 'SIGTERM');
    this.#next = setTimeout(() => killGroup(this.#pid, 'SIGKILL'), graceMs);
  }
}
