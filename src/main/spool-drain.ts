import { systemClock } from '../adapters/clock/system-clock.js';
import { FileSpool } from '../adapters/spool/file-spool.js';
import { readAsk } from '../adapters/spool/read-ask.js';
import { hasStore, openStore } from '../adapters/storage/open-store.js';
import type { LookingDependencies, PeerDependencies } from '../application/peer/dependencies.js';
import type { Repository } from '../application/ports/repository.js';
import { StoreUnavailable, type Store } from '../application/ports/store.js';
import { drainSpool, type Drained } from '../application/spool/drain.js';
import { perform } from '../application/spool/perform.js';
import { isRefusal, refuse, type Refusal } from '../domain/model/refusal.js';
import type { SpooledEntry } from '../domain/model/spool.js';
import { policySince } from './policy-since.js';
import { peerDependencies } from './peer.js';
import { withScratch } from './scratch.js';
import { storeDirectory, type Start } from './store-directory.js';
import { isSignedBy } from './token-signature.js';
import { traceReverts } from './trace-reverts.js';

interface Draining {
  readonly store: Store;
  readonly directory: string;
  readonly places: readonly string[];
}

/** Records what waits in the spool of a store, and says on standard error what came of it. */
export async function drain(start: Start, { store, directory, places }: Draining): Promise<void> {
  const drained = await withScratch(() =>
    drainSpool({
      spool: new FileSpool({ places }),
      store,
      clock: systemClock,
      isSignedBy,
      readAsk,
      perform: (asked, { entry, store: once, caller }) => {
        const context = entry.context ?? undefined;
        const since = policySince({ ...start, directory: entry.directory });
        const peer = peerDependencies(once, { caller, context, ticking: store, policySince: since });
        return perform(asked, {
          peer,
          looking: () => looking({ ...start, directory: entry.directory }, directory, { peer, entry }),
        });
      },
    }),
  );
  say(start, drained);
}

/** How long a busy store is waited for by somebody who only asks, in milliseconds: the next one comes by soon. */
const lockBudgetMs = 200;

/** The same for somebody who only asks: what can't be recorded now goes on waiting. */
export async function drainShortly(start: Start, { directory, places }: Omit<Draining, 'store'>): Promise<void> {
  try {
    if (!(await hasStore(directory))) return;
    const store = await openStore({ directory, create: false, lockBudgetMs });
    try {
      await drain(start, { store, directory, places });
    } finally {
      await store.close();
    }
  } catch (error) {
    // Whoever records something next says so.
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

interface For {
  readonly peer: PeerDependencies;
  readonly entry: SpooledEntry;
}

/** The repository from which something was handed in, which must be one of this store. */
async function looking(start: Start, storeOf: string, { peer, entry }: For): Promise<LookingDependencies | Refusal> {
  if ((await storeDirectory(start)) !== storeOf)
    return refuse('wrong_repository', `${start.directory} is no repository of this store`, 'hand it in again');
  const [{ lookAtChanges }, { embeddedReviewer }, { remembering }] = await Promise.all([
    import('./review.js'),
    import('../adapters/analyzers/embedded-reviewer.js'),
    import('../application/memory/recognise.js'),
  ]);
  const prepare = await lookAtChanges(start);
  if (isRefusal(prepare)) return prepare;
  const embedded = embeddedReviewer({ storeEvidence: (bytes) => peer.store.blobs.put(bytes) });
  const reviewer = remembering(embedded, peer.store);
  return {
    ...peer,
    looking: { ...prepare, repository: holding(prepare.repository, entry) },
    reviewer,
    traceReverts: () => traceReverts(start, peer.store),
  };
}

/** A repository that gives a change only while it is what was handed in (SPEC 2, rule 3). */
function holding(repository: Repository, { content }: SpooledEntry): Repository {
  return {
    top: repository.top,
    commonDirectory: repository.commonDirectory,
    freeze: async (request) => {
      const frozen = await repository.freeze(request);
      if (isRefusal(frozen) || content === null) return frozen;
      const { baseTree, headTree } = frozen.change;
      if (baseTree === content.baseTree && headTree === content.headTree) return frozen;
      await frozen.close();
      const message = `it was handed in for tree ${content.headTree}, and the change now leads to tree ${headTree}`;
      return refuse('content_changed', message, 'hand in what is there now');
    },
  };
}

function say({ stderr }: Start, { recorded, refused, unusable }: Drained): void {
  if (recorded + refused + unusable === 0) return;
  const what = `${recorded} recorded, ${refused} refused${unusable === 0 ? '' : `, ${unusable} set aside`}`;
  stderr.write(`countersign: what waited for the store was replayed: ${what}; see: countersign spool\n`);
}
