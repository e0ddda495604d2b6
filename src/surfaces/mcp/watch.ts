import { isRefusal } from '../../domain/model/refusal.js';
import type { Host } from './host.js';
import { PolicyWatch } from './policy-watch.js';
import { packetUri, policyUri, reviewOf, reviewUri } from './uris.js';

/** How often the journal's position is asked for while somebody listens: one row, some microseconds. */
const everyMs = 500;

/** What is told to a client. */
export interface Announce {
  resourceUpdated(uri: string): void;
  resourcesChanged(): void;
}

/**
 * Tells of reviews that went on and of another policy, in whichever process. It asks the store only while somebody subscribes. A subscription is
 * held under a key, so that each can be ended alone.
 */
export class Watch {
  readonly #host: Host;
  readonly #policy: PolicyWatch;
  #announce: Announce | undefined;
  readonly #uris = new Map<string, readonly string[]>();
  #timer: NodeJS.Timeout | undefined;
  #position: number | undefined;
  #busy = false;

  constructor(host: Host) {
    this.#host = host;
    this.#policy = new PolicyWatch(host);
  }

  /** Who passes it on: the server of the connection, which the first message makes. */
  through(announce: Announce): void {
    this.#announce = announce;
  }

  /** Returns when it is known where the journal stands: what happens after that is told. */
  async subscribe(key: string, uris: readonly string[]): Promise<void> {
    if (uris.includes(policyUri) && !this.#listens(policyUri)) await this.#policy.begin();
    this.#uris.set(key, uris);
    if (this.#timer !== undefined) return;
    this.#position = undefined;
    this.#timer = setInterval(() => void this.look(), everyMs);
    this.#timer.unref();
    await this.look();
  }

  unsubscribe(key: string): void {
    this.#uris.delete(key);
    if (this.#uris.size === 0) this.close();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#uris.clear();
  }

  /** Looks once. A store that cannot be asked now is asked again later; the tools say what is wrong with it. */
  async look(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      await this.#look();
    } catch (error) {
      this.#host.report(error);
    } finally {
      this.#busy = false;
    }
  }

  async #look(): Promise<void> {
    if (this.#listens(policyUri) && (await this.#policy.changed())) this.#announce?.resourceUpdated(policyUri);
    const now = await this.#now();
    const before = this.#position;
    if (now === undefined || now === before) return;
    if (before !== undefined) await this.#tellSince(before);
    this.#position = now;
  }

  async #tellSince(position: number): Promise<void> {
    const reviews = await this.#host.reviews();
    const changed = isRefusal(reviews) ? reviews : await reviews.reviewsAfter(position);
    if (isRefusal(changed) || changed.length === 0) return;
    for (const id of changed) this.#tell(id);
    this.#announce?.resourcesChanged();
  }

  #listens(uri: string): boolean {
    return [...this.#uris.values()].some((uris) => uris.includes(uri));
  }

  /** Each subscribed URI in the spelling in which it was subscribed, which may hold only the first letters of the id. */
  #tell(id: string): void {
    const told = new Set([...this.#uris.values()].flat().filter((uri) => isOf(uri, id)));
    for (const uri of told) this.#announce?.resourceUpdated(uri);
  }

  async #now(): Promise<number | undefined> {
    const reviews = await this.#host.reviews();
    const position = isRefusal(reviews) ? reviews : await reviews.position();
    return isRefusal(position) ? undefined : position;
  }
}

function isOf(uri: string, id: string): boolean {
  const given = reviewOf(uri);
  if (given === undefined || !id.toLowerCase().startsWith(given.review.toLowerCase())) return false;
  return uri === (given.packet ? packetUri(given.review) : reviewUri(given.review));
}
