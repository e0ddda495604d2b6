import { ulid } from 'ulid';
import { systemClock } from '../adapters/clock/system-clock.js';
import { userName } from '../adapters/git/user-name.js';
import { FileSpool } from '../adapters/spool/file-spool.js';
import type { ChangeRequest } from '../application/ports/repository.js';
import type { StoreUnavailable } from '../application/ports/store.js';
import type { SpooledAsk } from '../application/spool/asks.js';
import { keepInSpool, type HandedIn } from '../application/spool/keep.js';
import type { Change } from '../domain/model/change.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { digest } from './digest.js';
import { lookAtChanges } from './review.js';
import { withScratch } from './scratch.js';
import type { Start } from './store-directory.js';
import { signWith } from './token-signature.js';

interface Keeping {
  readonly asked: SpooledAsk;
  readonly context: string | undefined;
  readonly places: readonly string[];
  readonly outage: StoreUnavailable;
}

/** Keeps what was asked until the store answers; the refusal `spooled` says so. */
export async function keep(start: Start, { asked, context, places, outage }: Keeping): Promise<Refusal> {
  const pinned = await pin(start, asked, outage);
  if (isRefusal(pinned)) return pinned;
  const token = start.token?.trim() ?? '';
  const proof = { tokenHash: digest(token), sign: (text: string) => signWith(token, text) };
  const on = {
    spool: new FileSpool({ places }),
    clock: systemClock,
    newId: () => ulid(),
    proof: token === '' ? undefined : proof,
  };
  const claimed = await userName(start.directory, start.env);
  const { directory } = start;
  const handedIn = { claimed, context: context ?? null, directory, content: pinned.content };
  return keepInSpool(on, pinned.asked, handedIn, outage);
}

/** A change is named by its commits and its trees: a branch may be elsewhere by the time the store answers. */
async function pin(
  start: Start,
  asked: SpooledAsk,
  outage: StoreUnavailable,
): Promise<{ readonly asked: SpooledAsk; readonly content: HandedIn['content'] } | Refusal> {
  if (asked.verb !== 'request' && asked.verb !== 'revise') return { asked, content: null };
  const change = await frozen(start, asked.ask.change, outage);
  if (isRefusal(change)) return change;
  const { baseTree, headTree } = change;
  const content = { baseTree, headTree };
  const named = { change: byCommits(change) ?? asked.ask.change };
  if (asked.verb === 'revise') return { asked: { verb: 'revise', ask: { ...asked.ask, ...named } }, content };
  const title = asked.ask.title ?? change.title;
  return { asked: { verb: 'request', ask: { ...asked.ask, ...named, title } }, content };
}

async function frozen(start: Start, request: ChangeRequest, outage: StoreUnavailable): Promise<Change | Refusal> {
  const looking = await lookAtChanges(start);
  if (isRefusal(looking)) return looking;
  try {
    return await withScratch(async () => {
      const change = await looking.repository.freeze(request);
      if (isRefusal(change)) return change;
      await change.close();
      return change.change;
    });
  } catch {
    // Without knowing the content nothing could be bound to it: the outage, which may be the cause, is what counts.
    throw outage;
  }
}

function byCommits({ baseCommit, headCommit }: Change): ChangeRequest | undefined {
  if (baseCommit === undefined || headCommit === undefined) return undefined;
  return { kind: 'range', range: `${baseCommit}..${headCommit}` };
}
