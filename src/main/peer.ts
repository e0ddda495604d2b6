import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import { embeddedRoles } from '../adapters/analyzers/roles.js';
import { systemClock } from '../adapters/clock/system-clock.js';
import { RememberedReads } from '../adapters/storage/remembered-reads.js';
import { extendDeadline, reassign } from '../application/commands/questions.js';
import { tick } from '../application/deadlines/tick.js';
import type { LookingDependencies, PeerDependencies } from '../application/peer/dependencies.js';
import { contestFinding } from '../application/peer/contest.js';
import { escalateReview } from '../application/peer/escalate.js';
import { getReview } from '../application/peer/get.js';
import { listReviews } from '../application/peer/list.js';
import { metrics, questions } from '../application/peer/metrics.js';
import { reportOutcome } from '../application/peer/outcome.js';
import { readPacket } from '../application/peer/packet/read-packet.js';
import { startReview } from '../application/peer/start.js';
import { submitReview } from '../application/peer/submit.js';
import { furtherProblems } from '../application/peer/unread.js';
import { refuseUnidentified } from '../application/peer/unidentified.js';
import { withdrawReview } from '../application/peer/withdraw.js';
import type { PeerReview } from '../application/peer-review.js';
import type { Store } from '../application/ports/store.js';
import type { SpooledAsk } from '../application/spool/asks.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { callerOf } from './caller.js';
import { contextOf } from './context.js';
import { digest } from './digest.js';
import type { Local, Watch } from './local.js';
import { pause } from './pause.js';
import { policySince } from './policy-since.js';
import { traceReverts } from './trace-reverts.js';

/** Peer review on this machine, for whoever holds the token of `start`. */
export async function peerReview(local: Local): Promise<PeerReview> {
  const { start, withStore } = local;
  const context = await contextOf(start.env, start.serves ?? false);
  // A server asks git for the name once, not at every call.
  const caller = callerOf(start);
  // Commands end before they could ask twice.
  const reads = start.serves === true ? new RememberedReads() : undefined;
  const on = (opened: Store, watch = unwatched): PeerDependencies => {
    const ticking = reads?.during(opened) ?? opened;
    return peerDependencies(watch(ticking), { caller, context, ticking, policySince: policySince(start) });
  };
  const write = <T>(use: (on: PeerDependencies) => Promise<T | Refusal>) =>
    withStore('write', (store) => use(on(store)));
  const see = <T>(use: (on: PeerDependencies) => Promise<T | Refusal>) => withStore('look', (store) => use(on(store)));
  const never = new AbortController().signal;
  const look = <T>(use: (on: LookingDependencies) => Promise<T | Refusal>, watch = unwatched) =>
    looking(local, (store) => on(store, watch), use, never);
  const kept = (asked: SpooledAsk) => {
    const orKeep = <T>(call: (watch: Watch) => Promise<T | Refusal>) => local.orKeep(asked, { context }, call);
    return {
      write: <T>(use: (on: PeerDependencies) => Promise<T | Refusal>) =>
        orKeep((watch) => withStore('write', (store) => use(on(store, watch)))),
      look: <T>(use: (on: LookingDependencies) => Promise<T | Refusal>) => orKeep((watch) => look(use, watch)),
    };
  };
  return {
    checkReviewRequired: async (ask) => {
      const { checkReviewRequired } = await import('../application/peer/check.js');
      return look((looked) => checkReviewRequired(looked, ask));
    },
    requestReview: async (ask) => {
      const { requestReview } = await import('../application/peer/request.js');
      return kept({ verb: 'request', ask }).look((looked) => requestReview(looked, ask, never));
    },
    startReview: (ask) => write((opened) => startReview(opened, ask)),
    submitReview: (ask) => kept({ verb: 'submit', ask }).write((opened) => submitReview(opened, ask)),
    furtherProblems: (ask) => see((opened) => furtherProblems(opened, ask)),
    getReview: (ask, progress, signal) => see((opened) => getReview(opened, ask, { pause, progress, signal })),
    requestReReview: async (ask) => {
      const { requestReReview } = await import('../application/peer/revise.js');
      return kept({ verb: 'revise', ask }).look((looked) => requestReReview(looked, ask, never));
    },
    escalateReview: (ask) => kept({ verb: 'escalate', ask }).write((opened) => escalateReview(opened, ask)),
    withdrawReview: (ask) => kept({ verb: 'withdraw', ask }).write((opened) => withdrawReview(opened, ask)),
    contestFinding: (ask) => kept({ verb: 'contest', ask }).write((opened) => contestFinding(opened, ask)),
    refuseUnidentified: (attempt, refusal) => write((opened) => refuseUnidentified(opened, attempt, refusal)),
    listReviews: (ask) => see((opened) => listReviews(opened, ask)),
    reportOutcome: (ask) => kept({ verb: 'report_outcome', ask }).write((opened) => reportOutcome(opened, ask)),
    metrics: (ask) => see((opened) => metrics(opened, ask)),
    questions: (ask) => see((opened) => questions(opened, ask)),
    packet: (review) => write((opened) => readPacket(opened, review)),
    extend: (ask) => kept({ verb: 'extend', ask }).write((opened) => extendDeadline(opened, opened.caller, ask)),
    reassign: (ask) => kept({ verb: 'reassign', ask }).write((opened) => reassign(opened, opened.caller, ask)),
    work: async (ask, report, signal) => (await import('./worker.js')).worker(local, ask, report, signal),
    tick: async () => {
      const fired = await write((opened) => opened.overdue());
      return isRefusal(fired) ? 0 : fired;
    },
  };
}

/** What peer review works with on this machine. Deadlines fire on `ticking`. */
export function peerDependencies(
  store: Store,
  {
    caller,
    context,
    ticking,
    policySince,
  }: Pick<PeerDependencies, 'caller' | 'context' | 'policySince'> & {
    readonly ticking: Store;
  },
): PeerDependencies {
  return {
    store,
    clock: systemClock,
    digest,
    caller,
    context,
    policySince,
    overdue: async () => (await tick({ store: ticking, clock: systemClock, digest })).fired,
    embeddedRoles: new Set<string>(embeddedRoles),
    newId: () => ulid(),
    newNonce: () => randomBytes(16).toString('hex'),
  };
}

const unwatched: Watch = (store) => store;

/** The repository is looked at first: without one no store is made. */
async function looking<T>(
  local: Local,
  on: (store: Store) => PeerDependencies,
  use: (on: LookingDependencies) => Promise<T | Refusal>,
  signal: AbortSignal,
): Promise<T | Refusal> {
  const [{ lookAtChanges }, { embeddedReviewer }, { remembering }] = await Promise.all([
    import('./review.js'),
    import('../adapters/analyzers/embedded-reviewer.js'),
    import('../application/memory/recognise.js'),
  ]);
  const prepare = await lookAtChanges(local.start, signal);
  if (isRefusal(prepare)) return prepare;
  return local.withStore('write', (store) =>
    use({
      ...on(store),
      looking: prepare,
      reviewer: remembering(embeddedReviewer({ storeEvidence: (bytes) => store.blobs.put(bytes) }), store),
      traceReverts: () => traceReverts(local.start, store),
    }),
  );
}
