import type { Application } from '../application/application.js';
import type { PeerReview } from '../application/peer-review.js';
import type { SpooledAsk } from '../application/spool/asks.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { deliverDue, deliverRound, keepDelivering } from './deliver-due.js';
import { lazyNotifications } from './lazy-notifications.js';
import { lazyPeer } from './lazy-peer.js';
import { lazyGates } from './lazy-gates.js';
import { lazyAnalytics, lazyMemory, lazyPatterns } from './lazy-patterns.js';
import { lazyTasks } from './lazy-tasks.js';
import { lazyRuns } from './lazy-runs.js';
import type { people } from './people.js';
import type { Local, Watch, WithStore } from './local.js';
import { missingHome } from './missing-home.js';
import { LocalSpool } from './spool.js';
import { Stores } from './stores.js';
import { leaveOutOfPath } from './program-path.js';
import { storeDirectory, type Start } from './store-directory.js';

type People = ReturnType<typeof people>;

/**
 * The application on this machine: a git repository and its store. Every part is loaded by the command that needs it, so that
 * `list` pays for neither git nor analyzers.
 */
export async function localApplication(start: Start): Promise<Application | Refusal> {
  const [directory] = await Promise.all([storeDirectory(start), leaveOutOfPath(start)]);
  const stores = new Stores(directory, () => storeDirectory(start));
  const { spool, withStore } = withSpool(start, stores);
  const withPeople = <T>(
    use: (people: People) => Promise<T | Refusal>,
    watch: Watch = (store) => store,
  ): Promise<T | Refusal> =>
    withStore('write', async (store) => use((await import('./people.js')).people(start, watch(store))));
  const personOrKeep = <T>(asked: SpooledAsk, use: (people: People) => Promise<T | Refusal>) =>
    spool.orKeep(asked, { context: undefined }, (watch) => withPeople(use, watch));
  const local: Local = { start, withStore, orKeep: spool.orKeep };
  const deliver = () => stores.ifOpen((store, path) => deliverDue(start, path, store));
  const round = (stop: AbortSignal) => stores.ifOpen((store, path) => deliverRound(start, path, store, stop));
  const stopDelivering = start.serves === true ? keepDelivering(round) : undefined;
  let peers: Promise<PeerReview> | undefined;
  const peer = () => (peers ??= import('./peer.js').then(({ peerReview }) => peerReview(local)));
  return {
    review: async (request, progress, signal) => (await import('./review.js')).review(local, request, progress, signal),
    explainPolicy: async (request, progress) => (await import('./review.js')).explainPolicy(local, request, progress),
    show: (id) => withStore('read', async (store) => (await import('./show.js')).showReview(start, store, id)),
    list: (filter) => withStore('read', (store) => store.listReviews(filter)),
    findings: (ask) =>
      withStore('read', async (store) => (await import('../application/queries/findings.js')).findings(store, ask)),
    dispose: (ask) => personOrKeep({ verb: 'dispose', ask }, (people) => people.dispose(ask)),
    decide: (ask) => personOrKeep({ verb: 'decide', ask }, (people) => people.decide(ask)),
    inbox: ({ limit = 50 }) =>
      withStore('read', async (store) => (await import('../application/queries/inbox.js')).inbox(store, limit)),
    agents: lazyAgents(withStore, withPeople),
    peer: lazyPeer(peer),
    ...lazyParts(local),
    explain: (id) =>
      withStore('read', async (store) => (await import('../application/queries/explain.js')).explain(store, id)),
    log: (id) => withStore('read', async (store) => (await import('../application/queries/log.js')).log(store, id)),
    verify: () => withStore('care', (store) => store.verify()),
    replay: (id) => withStore('care', async (store) => (await import('./replay.js')).replay(store, id)),
    rebuild: () => withStore('write', (store) => store.rebuild()),
    backup: (file) =>
      withStore('care', async (store) => (await import('./backup.js')).backup(start, stores, store, file)),
    validatePolicy: async (file) => (await import('./policy.js')).validatePolicy(start, file),
    simulatePolicy: async (ask, progress) => (await import('./simulate.js')).simulatePolicy(local, ask, progress),
    currentPolicy: async () => (await import('./policy.js')).currentPolicy(start),
    position: () => withStore('care', (store) => store.position()),
    reviewsAfter: (position) => withStore('care', async (store) => reviewsOf(await store.streamsAfter(position))),
    policySchema: async () => (await import('./policy.js')).policySchema(),
    init: async (request) => (await import('./init.js')).init(start, request),
    doctor: async (of) => (await import('./doctor.js')).doctor(start, directory, of),
    readOpinion: async (request) => (await import('./opinion.js')).readOpinionFile(request),
    notifications: lazyNotifications(local),
    spool: async (ask) => (await import('./spool-report.js')).spoolReport(start, directory, ask),
    close: async () => {
      await stopDelivering?.();
      await deliver();
      await stores.close();
    },
  };
}

function lazyParts(
  local: Local,
): Pick<
  Application,
  'runs' | 'gates' | 'tasks' | 'patterns' | 'memory' | 'analytics' | 'scanOutcomes' | 'calibrations'
> {
  return {
    runs: lazyRuns(local),
    gates: lazyGates(local),
    tasks: lazyTasks(local),
    patterns: lazyPatterns(local),
    memory: lazyMemory(local),
    analytics: lazyAnalytics(local),
    scanOutcomes: async () => (await import('./reverts.js')).scanOutcomes(local),
    calibrations: () =>
      local.withStore('read', async (store) =>
        (await import('../application/queries/calibrated.js')).calibrated(store),
      ),
  };
}

type WithPeople = <T>(use: (people: People) => Promise<T | Refusal>) => Promise<T | Refusal>;

function lazyAgents(withStore: Local['withStore'], withPeople: WithPeople): Application['agents'] {
  return {
    add: (ask) => withPeople((people) => people.add(ask)),
    list: () => withStore('read', (store) => store.listAgents()),
    revoke: (ask) => withPeople((people) => people.revoke(ask)),
    rotate: (name) => withPeople((people) => people.rotate(name)),
  };
}

/** The store, with what waits for it recorded before anything else is. */
function withSpool(start: Start, stores: Stores): { readonly spool: LocalSpool; readonly withStore: WithStore } {
  const spool = new LocalSpool(start, () => stores.directory());
  const withStore: WithStore = async (mode, use) => {
    // A server may be there before the store that it will serve.
    const missing = start.serves !== true && mode !== 'write' ? await missingHome(start) : undefined;
    if (missing !== undefined) return missing;
    const store = await (mode === 'look' ? stores.openToLook() : stores.open(mode === 'write' ? 'write' : 'read'));
    if (isRefusal(store)) return store;
    if (mode !== 'care') await spool.drain(store, mode === 'read' || store.standsStill === true ? 'read' : 'write');
    return use(store);
  };
  return { spool, withStore };
}

function reviewsOf(streams: readonly string[]): readonly string[] {
  return streams.filter((name) => name.startsWith('review/')).map((name) => name.slice('review/'.length));
}
