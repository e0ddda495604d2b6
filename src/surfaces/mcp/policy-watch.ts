import { isRefusal } from '../../domain/model/refusal.js';
import type { Host } from './host.js';

/** Looks at the journal for each at the policy, which costs a child process: every ten seconds. */
const looksBetween = 20;

/** Whether the policy that the newest commit holds has become another, in whichever process that commit was made. */
export class PolicyWatch {
  readonly #host: Host;
  #known: string | undefined;
  #looks = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Takes the policy as it stands now for known. */
  async begin(): Promise<void> {
    this.#looks = 0;
    this.#known = await this.#now();
  }

  /** Whether the policy changed since it was last looked at; most calls do not look. */
  async changed(): Promise<boolean> {
    this.#looks = (this.#looks + 1) % looksBetween;
    if (this.#looks !== 0) return false;
    const before = this.#known;
    this.#known = await this.#now();
    return before !== this.#known;
  }

  /** One that cannot be used is another than the one before: whoever reads it is told why. */
  async #now(): Promise<string> {
    const reviews = await this.#host.reviews();
    const policy = isRefusal(reviews) ? reviews : await reviews.currentPolicy();
    return isRefusal(policy) ? `${policy.code} ${policy.message}` : policy.origin.digest;
  }
}
