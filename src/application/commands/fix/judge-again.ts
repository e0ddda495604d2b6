import type { Halt } from '../../../domain/fix-loop/loop.js';
import { after } from '../../../domain/lifecycle/after.js';
import type { ReviewEvent } from '../../../domain/model/event.js';
import { isRefusal, type Refusal } from '../../../domain/model/refusal.js';
import { servicesOf } from '../../../domain/policy/path-facts.js';
import { weighed } from '../../weigh.js';
import { askSeats } from '../ask-seats.js';
import { carriedOnto } from '../carried.js';
import { concluded } from '../conclude.js';
import { panelTask } from '../panel-task.js';
import { packetFor } from '../packet-for.js';
import { leaseMinutes } from '../plan-review.js';
import { prepare, type Prepared } from '../prepare.js';
import { testsWeakened } from './tests-weakened.js';
import { asksForMore, Halted, mustStand } from './halted.js';
import { judgedOf, verified } from './judged.js';
import type { Again, MendDependencies, Mending, Round } from './mending.js';

const minute = 60_000;

/**
 * The next round of the same review: the same seats judge what the author made of the change. Refused where that is no change
 * to review; halted where it is not this loop's to judge.
 */
export async function judgeAgain(
  on: MendDependencies,
  mending: Mending,
  again: Again,
): Promise<Round | Refusal | Halt> {
  const { request, first } = mending;
  const base = first.change.baseCommit ?? first.change.baseTree;
  const range = `${base}..${again.commit}`;
  const { frozen: following } = mending.planned.prepared;
  const asked = { ...request, change: { kind: 'range', range, following } as const, creator: first.creator };
  const preparing = prepare(on, asked, on.progress);
  const looking = testsWeakened(on, { ...again, following }, preparing);
  looking.catch(() => undefined);
  const prepared = await preparing;
  if (isRefusal(prepared)) return prepared;
  try {
    const weakened = await looking;
    const halt = asksForMore(again.review, prepared) ?? weakened;
    return halt ?? (await round(on, mending, { ...again, prepared }));
  } catch (error) {
    if (error instanceof Halted) return error.halt;
    throw error;
  } finally {
    await prepared.frozen.close();
  }
}

async function round(
  on: MendDependencies,
  { planned, request, first }: Mending,
  to: Again & { readonly prepared: Prepared },
): Promise<Round> {
  const { record } = to;
  // All seats read it: it is listed while this round is put on record. Who reads it is told of a failure.
  to.prepared.frozen.listTree('head').catch(() => undefined);
  const carried = await carriedOnto(on.store, { creator: first.creator, change: to.prepared.frozen.change });
  const bare = {
    ...packetFor(first.id, to.prepared, { scope: request.scope, withTests: true }),
    criteria: first.criteria,
  };
  const { agents } = planned;
  const panel =
    agents.length === 0
      ? undefined
      : await panelTask(on.store, { prepared: to.prepared, seats: agents, carried, now: on.clock.now() });
  if (isRefusal(panel)) throw new Error(panel.message);
  const packet = { ...bare, ...(panel && { panel }) };
  const services = servicesOf(to.prepared.policy, to.prepared.pathFacts);
  const change = { ...to.prepared.frozen.change, title: first.change.title };
  const revised: ReviewEvent = {
    type: 'review_revised',
    data: {
      change,
      classification: to.prepared.classification,
      exclusions: to.prepared.exclusions,
      ...(services.length > 0 && { services }),
      changesMade: `fix attempt ${to.attempt} of ${first.fix?.cap ?? 0} by ${first.fix?.author ?? 'nobody'}`,
      claimedFixed: [],
      carried: Object.fromEntries(carried),
      seats: first.seats,
      precheck: [],
      carry: [],
    },
  };
  const leaseUntil = on.clock.now() + leaseMinutes(to.prepared.policy, agents) * minute;
  const reviewer = first.reviewer ?? 'nobody';
  const { review: before } = to;
  const started = await record((review) => {
    mustStand(review, { ...before, status: 'changes_requested' });
    return [revised, { type: 'review_started', data: { reviewer, leaseUntil } }];
  });
  const given = await askSeats(on, started, { packet, seats: planned.seats });
  const opinions = await weighed(on.store, started, given);
  on.progress({ who: 'decision', step: 'deciding' });
  let round: Omit<Round, 'review'> | undefined;
  const review = await record((standing) => {
    const now = on.clock.now();
    const as = mustStand(standing, started);
    const events = concluded(as, opinions, { digest: on.digest, now, stopped: on.signal.aborted });
    const decided = after(as, events, now);
    round = judgedOf(decided, to.known);
    return [...events, ...verified(decided, round.known, round.judged)];
  });
  if (round === undefined) throw new Error('a round is judged before it is on record');
  return { review, ...round };
}
