import { foldAgent } from '../../domain/identity/agent.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { SealedEntry, SpooledEntry } from '../../domain/model/spool.js';
import { overtaken } from '../../domain/spool/overtaken.js';
import { refusedOnRecord } from '../commands/refused-attempt.js';
import type { Caller } from '../identify.js';
import type { Clock } from '../ports/clock.js';
import type { ReceiptResult } from '../ports/receipts.js';
import type { Spool } from '../ports/spool.js';
import { StoreUnavailable, type Store } from '../ports/store.js';
import { findFinding } from '../queries/find-finding.js';
import { findReviewRow } from '../queries/find-review.js';
import type { SpooledAsk } from './asks.js';
import { OnceStore, Repeated } from './once.js';
import { CannotLook } from './perform.js';

export interface DrainDependencies {
  readonly spool: Spool;
  /** One that answers again. */
  readonly store: Store;
  readonly clock: Clock;
  readonly isSignedBy: (publicKey: string, text: string, signature: string) => boolean;
  /** What an entry asks, checked field by field: what lies in a file may be anything. */
  readonly readAsk: (entry: SpooledEntry) => Promise<SpooledAsk | Refusal> | SpooledAsk | Refusal;
  /** Does it on that store, in the name of that caller. */
  readonly perform: (
    asked: SpooledAsk,
    as: { readonly entry: SpooledEntry; readonly store: Store; readonly caller: Caller },
  ) => Promise<object>;
}

export interface Drained {
  readonly recorded: number;
  readonly refused: number;
  /** Lines and entries that nobody could use; they are set aside. */
  readonly unusable: number;
}

/**
 * Records what waits in the spool, in the order in which it was handed in, each entry once however often and by however many
 * this is tried: an entry is begun when there is a receipt of the one before. Every rule is asked now, none was at the time.
 * Throws `StoreUnavailable` where the store fails again; what is left goes on waiting, as it does where this process cannot
 * read the repository.
 */
export async function drainSpool(on: DrainDependencies): Promise<Drained> {
  let drained: Drained = { recorded: 0, refused: 0, unusable: 0 };
  while (on.spool.waits()) {
    const taken = await on.spool.take();
    const unusable = new Set<string>();
    for (const sealed of taken.entries) {
      const result = await settle(on, sealed);
      if (result === 'left') return drained;
      if (result?.outcome === 'failed') unusable.add(sealed.entry.id);
      drained = counted(drained, result);
    }
    await taken.done({ unusable });
    drained = { ...drained, unusable: drained.unusable + taken.unreadable };
    // Nothing was there to take: another process is about to remove it, or it cannot be moved.
    if (taken.entries.length + taken.unreadable === 0) return drained;
  }
  return drained;
}

function counted(drained: Drained, result: ReceiptResult | undefined): Drained {
  if (result === undefined) return drained;
  const which = { recorded: 'recorded', refused: 'refused', failed: 'unusable' } as const;
  const key = which[result.outcome];
  return { ...drained, [key]: drained[key] + 1 };
}

/** Undefined where the entry was recorded before, `left` where another process has to record it. */
async function settle(on: DrainDependencies, sealed: SealedEntry): Promise<ReceiptResult | 'left' | undefined> {
  const { entry } = sealed;
  if ((await on.store.receipts.find(entry.id)) !== undefined) return undefined;
  const once = new OnceStore(on.store, entry);
  try {
    const result = await record(on, sealed, once);
    await on.store.receipts.settle({ entry, result, now: on.clock.now(), over: once.wrote });
    return result;
  } catch (error) {
    if (error instanceof Repeated) return undefined;
    if (error instanceof CannotLook) return 'left';
    if (error instanceof StoreUnavailable) throw error;
    // A fault must not stop what was handed in after it; a person finds it set aside.
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const result = { outcome: 'failed', code: 'internal_fault', message } as const;
    await on.store.receipts.settle({ entry, result, now: on.clock.now(), over: once.wrote });
    return result;
  }
}

async function record(on: DrainDependencies, sealed: SealedEntry, once: OnceStore): Promise<ReceiptResult> {
  const { entry } = sealed;
  const answer = (await notProved(on, sealed)) ?? (await late(on, entry)) ?? (await tryIt(on, entry, once));
  if (!isRefusal(answer)) return { outcome: 'recorded' };
  if (!once.wrote) await onRecord(on, entry, once, answer);
  return { outcome: 'refused', code: answer.code, message: answer.message };
}

async function tryIt(on: DrainDependencies, entry: SpooledEntry, once: OnceStore): Promise<object> {
  const asked = await on.readAsk(entry);
  if (isRefusal(asked)) return asked;
  const { tokenHash } = entry;
  const claimed = () => Promise.resolve(entry.claimed);
  const caller = { token: undefined, claimed, ...(tokenHash === null ? {} : { tokenHash }) };
  return on.perform(asked, { entry, store: once.store, caller });
}

/** Whoever reads the store knows the hash of a token: only a signature says that the token itself was there. */
async function notProved(
  { store, isSignedBy }: DrainDependencies,
  { entry, text, signature }: SealedEntry,
): Promise<Refusal | undefined> {
  if (entry.tokenHash === null) return undefined;
  const name = await store.findAgentByToken(entry.tokenHash);
  const agent = name === undefined ? undefined : foldAgent(await store.readStream(`agent/${name}`));
  // Of a token that is unknown or replaced the use case says so.
  if (agent?.tokenHash !== entry.tokenHash) return undefined;
  if (agent.publicKey !== null && signature !== null && isSignedBy(agent.publicKey, text, signature)) return undefined;
  return refuse(
    'not_signed',
    `what waited in the spool in the name of ${agent.name} is not signed with the token of ${agent.name}`,
    `hand it in again; where the token is older than the spool, \`countersign agent rotate ${agent.name}\` first`,
  );
}

async function late({ store }: DrainDependencies, entry: SpooledEntry): Promise<Refusal | undefined> {
  const id = await reviewOf(store, entry.ask);
  return id === undefined ? undefined : overtaken(entry, await store.readStream(`review/${id}`));
}

/** What was refused stands in the record of the review it was about, where there is one. */
async function onRecord(on: DrainDependencies, entry: SpooledEntry, once: OnceStore, refusal: Refusal): Promise<void> {
  const id = await reviewOf(on.store, entry.ask);
  if (id === undefined) return;
  const actor =
    (entry.tokenHash === null ? undefined : await on.store.findAgentByToken(entry.tokenHash)) ?? entry.claimed;
  await refusedOnRecord({ store: once.store, clock: on.clock }, id, refusal, { verb: entry.verb, actor });
}

async function reviewOf(store: Store, { review, finding }: SpooledEntry['ask']): Promise<string | undefined> {
  if (typeof review === 'string') {
    const row = await findReviewRow(store, review);
    return isRefusal(row) ? undefined : row.id;
  }
  if (typeof finding !== 'string') return undefined;
  const row = await findFinding(store, finding);
  return isRefusal(row) ? undefined : row.reviewId;
}
