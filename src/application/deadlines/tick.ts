import { deadlines } from '../../domain/deadlines/deadlines.js';
import { fire, type World } from '../../domain/deadlines/fire.js';
import { escalated } from '../../domain/escalation/escalate.js';
import { expired } from '../../domain/escalation/expire.js';
import type { Digest } from '../../domain/findings/fingerprint.js';
import { fold } from '../../domain/lifecycle/evolve.js';
import type { Recorded } from '../../domain/model/event.js';
import type { Deadline, DeadlineKind } from '../../domain/model/peer.js';
import { interrupted } from '../decide.js';
import { offerUnclaimed } from '../../domain/peer/assignment/offer.js';
import { afterLostCall, people, rosterFor, takeOver } from '../peer/roster.js';
import { tickGates } from './tick-gates.js';
import { tickRuns } from './tick-runs.js';
import { tickTasks } from './tick-tasks.js';
import { fireAll } from './fire-all.js';
import { fireDue } from './fire-due.js';
import type { Ticked } from './ticked.js';
import { withUnanswered } from '../awaited/given.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';

export interface TickDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly digest: Digest;
}

/**
 * Fires everything that is due, the earliest first. Safe in any number of processes at once: the version of a review's stream
 * lets only one of them write, the others see that it is done (SPEC 2, rule 10). When nothing is due it costs one look-up for each
 * kind of thing that falls due. Where nothing can be written, whoever only asks is answered: it fires once there is room.
 */
export async function tick(on: TickDependencies): Promise<Ticked> {
  if (on.store.standsStill === true) return { fired: 0, broken: [] };
  const all = [await tickReviews(on), await tickRuns(on), await tickGates(on), await tickTasks(on)];
  return { fired: all.reduce((sum, { fired }) => sum + fired, 0), broken: all.flatMap(({ broken }) => broken) };
}

function tickReviews(on: TickDependencies): Promise<Ticked> {
  const now = on.clock.now();
  return fireAll(
    (limit) => on.store.dueReviews(now, limit),
    (id) =>
      fireDue(on.store, { stream: `review/${id}`, now }, async (history) => {
        const review = fold(history);
        const due = review === undefined ? undefined : deadlines(review)[0];
        if (review === undefined || due === undefined || due.dueAt > now) return undefined;
        return fire(review, due, await worldFor(on, due, { now, history }));
      }),
  );
}

const assigning: readonly DeadlineKind[] = ['start_backup', 'claim_ended', 'reviewer_silent', 'assignment_wait'];

/** What the effects of a deadline need is read before, since the effects themselves are pure. */
async function worldFor(
  on: TickDependencies,
  { kind }: Deadline,
  { now, history }: { readonly now: number; readonly history: readonly Recorded[] },
): Promise<World> {
  const everybody = assigning.includes(kind) ? await people(on.store) : { agents: [], load: new Map() };
  const cutOff = kind === 'fix_silent' ? (await import('../commands/fix/cut-off.js')).cutOff : () => [];
  return {
    cutOff: () => cutOff(history, now),
    assign: (review, reason) => takeOver(review, everybody, reason),
    offer: (review) => offerUnclaimed(review, rosterFor(review, everybody)),
    lostCall: (review, reason) => afterLostCall(review, everybody, reason),
    escalate: (review, trigger, reason) => escalated(review, { trigger, reason, by: 'countersign' }, now),
    expired,
    unanswered: (review) => withUnanswered(review, { digest: on.digest, now }),
    interrupted: (review) => interrupted(review, on.digest),
  };
}
