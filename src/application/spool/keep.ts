import type { SpooledEntry } from '../../domain/model/spool.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Clock } from '../ports/clock.js';
import { SpoolUnavailable, type Spool } from '../ports/spool.js';
import type { StoreUnavailable } from '../ports/store.js';
import type { SpooledAsk } from './asks.js';

export interface KeepDependencies {
  readonly spool: Spool;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Proof that the entry comes from whoever holds the caller's token; undefined without a token. */
  readonly proof: { readonly tokenHash: string; readonly sign: (text: string) => string } | undefined;
}

/** Who hands something in, and from where. */
export type HandedIn = Pick<SpooledEntry, 'claimed' | 'context' | 'directory' | 'content'>;

/**
 * Keeps what the store could not take. The answer is a refusal, `spooled`: nothing is recorded and nothing decided. Throws
 * `outage` where it can't be kept: no place takes it either, or it does not name what it is about.
 */
export async function keepInSpool(
  { spool, clock, newId, proof }: KeepDependencies,
  { verb, ask }: SpooledAsk,
  handedIn: HandedIn,
  outage: StoreUnavailable,
): Promise<Refusal> {
  // Another review may be the latest one by then.
  if ('review' in ask && ask.review === 'latest') throw outage;
  const tokenHash = proof?.tokenHash ?? null;
  const entry: SpooledEntry = { id: newId(), at: clock.now(), verb, ask: { ...ask }, tokenHash, ...handedIn };
  const text = JSON.stringify(entry);
  try {
    await spool.keep({ entry, text, signature: proof?.sign(text) ?? null });
  } catch (error) {
    if (!(error instanceof SpoolUnavailable)) throw error;
    throw notKept(outage, error);
  }
  return refuse(
    'spooled',
    `kept, not recorded: id ${entry.id}; it will be replayed when the store answers again. ${outage.message}`,
    `Do not hand it in again. ${outage.remedy} Nothing is decided until then; \`countersign doctor\` shows what waits.`,
  );
}

function notKept(outage: StoreUnavailable, { message }: SpoolUnavailable): StoreUnavailable {
  const Outage = outage.constructor as typeof StoreUnavailable;
  return new Outage(
    outage.kind,
    `${outage.message} What you handed in was not kept either (${message}).`,
    outage.remedy,
    outage.cause,
  );
}
