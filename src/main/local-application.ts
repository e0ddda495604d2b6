import { resolve } from 'node:path';
import type { Application } from '../application/application.js';
import type { PeerReview } from '../application/peer-review.js';
import type { Store } from '../application/ports/store.js';
import { isRefusal, refuse, type Refusal } from '../domain/model/refusal.js';
import { deliverDue, keepDelivering } from './deliver-due.js';
import { lazyNotifications } from './lazy-notifications.js';
import { lazyPeer } from './lazy-peer.js';
import type { people } from './people.js';
import { storeDirectory, type Start } from './store-directory.js';

type People = ReturnType<typeof people>;

/**
 * The application on this machine: a git repository and its store. Every part is loaded by the command that needs it, so that
 * `list` pays for neither git nor analyzers.
 */
export async function localApplication(start: Start): Promise<Application | Refusal> {
  const directory = await storeDirectory(start);
  const stores = new Stores(directory, () => storeDirectory(start));
  const withStore = async <T>(
    mode: 'read' | 'write',
    use: (store: Store) => Promise<T | Refusal>,
  ): Promise<T | Refusal> => {
    const store = await stores.open(mode);
    return isRefusal(store) ? store : use(store);
  };
  const withPeople = <T>(use: (people: People) => Promise<T | Refusal>): Promise<T | Refusal> =>
    withStore('write', async (store) => use((await import('./people.js')).people(start, store)));
  const local = { start, withStore };
  const deliver = () => stores.ifOpen((store, path) => deliverDue(start, path, store));
  const stopDelivering = start.serves === true ? keepDelivering(deliver) : undefined;
  let peers: Promise<PeerReview> | undefined;
  const peer = () => (peers ??= import('./peer.js').then(({ peerReview }) => peerReview(local)));
  return {
    review: async (request, progress, signal) => (await import('./review.js')).review(local, request, progress, signal),
    explainPolicy: async (request, progress) => (await import('./review.js')).explainPolicy(local, request, progress),
    show: (id) => withStore('read', async (store) => (await import('../application/queries/show.js')).show(store, id)),
    list: (filter) => withStore('read', (store) => store.listReviews(filter)),
    findings: (ask) =>
      withStore('read', async (store) => (await import('../application/queries/findings.js')).findings(store, ask)),
    dispose: (request) => withPeople((people) => people.dispose(request)),
    decide: (request) => withPeople((people) => people.decide(request)),
    inbox: ({ limit = 50 }) =>
      withStore('read', async (store) => (await import('../application/queries/inbox.js')).inbox(store, limit)),
    agents: {
      add: (ask) => withPeople((people) => people.add(ask)),
      list: () => withStore('read', (store) => store.listAgents()),
      revoke: (ask) => withPeople((people) => people.revoke(ask)),
      rotate: (name) => withPeople((people) => people.rotate(name)),
    },
    peer: lazyPeer(peer),
    explain: (id) =>
      withStore('read', async (store) => (await import('../application/queries/explain.js')).explain(store, id)),
    log: (id) => withStore('read', async (store) => (await import('../application/queries/log.js')).log(store, id)),
    verify: () => withStore('read', (store) => store.verify()),
    replay: (id) => withStore('read', async (store) => (await import('./replay.js')).replay(store, id)),
    rebuild: () => withStore('write', (store) => store.rebuild()),
    backup: (file) => withStore('read', (store) => backupTo(store, resolve(start.directory, file))),
    validatePolicy: async (file) => (await import('./policy.js')).validatePolicy(start, file),
    currentPolicy: async () => (await import('./policy.js')).currentPolicy(start),
    position: () => withStore('read', (store) => store.position()),
    reviewsAfter: (position) => withStore('read', async (store) => reviewsOf(await store.streamsAfter(position))),
    policySchema: async () => (await import('./policy.js')).policySchema(),
    init: async (request) => (await import('./init.js')).init(start, request),
    doctor: async () => (await import('./doctor.js')).doctor(start, directory),
    readOpinion: async (request) => (await import('./opinion.js')).readOpinionFile(request),
    notifications: lazyNotifications(local),
    close: async () => {
      await stopDelivering?.();
      await deliver();
      await stores.close();
    },
  };
}

async function backupTo(
  store: Store,
  file: string,
): Promise<{ readonly file: string; readonly bytes: number } | Refusal> {
  const { existsSync } = await import('node:fs');
  if (existsSync(file))
    return refuse('file_exists', `${file} exists; a backup never overwrites.`, 'Name a file that does not exist.');
  return { file, ...(await store.backup(file)) };
}

function reviewsOf(streams: readonly string[]): readonly string[] {
  return streams.filter((name) => name.startsWith('review/')).map((name) => name.slice('review/'.length));
}

/**
 * Opens the store once. A store that was opened for reading is opened again for writing. What failed or was not there yet is
 * looked for again by the next call: a server may be older than the store, or than the repository.
 */
class Stores {
  readonly #find: () => Promise<string | Refusal>;
  #directory: string | Refusal;
  readonly #open = new Map<'read' | 'write', Promise<Store>>();

  constructor(directory: string | Refusal, find: () => Promise<string | Refusal>) {
    this.#directory = directory;
    this.#find = find;
  }

  async open(mode: 'read' | 'write'): Promise<Store | Refusal> {
    const known = this.#open.get('write') ?? this.#open.get(mode);
    if (known !== undefined) return known;
    if (isRefusal(this.#directory)) this.#directory = await this.#find();
    const directory = this.#directory;
    if (isRefusal(directory)) return directory;
    const { hasStore, openStore } = await import('../adapters/storage/open-store.js');
    if (mode === 'read' && !(await hasStore(directory))) return openStore({ directory, create: false });
    return this.#open.get(mode) ?? this.#keep(mode, openStore({ directory, create: mode === 'write' }));
  }

  /** Uses the store if it was opened; otherwise nothing happens. */
  async ifOpen(use: (store: Store, directory: string) => Promise<void>): Promise<void> {
    const store = (await this.#opened())[0];
    if (store !== undefined && !isRefusal(this.#directory)) await use(store, this.#directory);
  }

  async close(): Promise<void> {
    for (const store of await this.#opened()) await store.close();
  }

  async #opened(): Promise<readonly Store[]> {
    const settled = await Promise.allSettled(new Set(this.#open.values()));
    return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  }

  #keep(mode: 'read' | 'write', opening: Promise<Store>): Promise<Store> {
    this.#open.set(mode, opening);
    opening.catch(() => this.#open.delete(mode));
    return opening;
  }
}
