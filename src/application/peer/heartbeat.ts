import type { Principal } from '../../domain/model/agent.js';
import type { Review } from '../../domain/model/review.js';
import type { PeerDependencies } from './dependencies.js';
import { record, type Verdict } from './record.js';

const minute = 60_000;
/** A sign of life is written at most this often, however often the reviewer calls. */
const often = 5 * minute;

/** Any call of a reviewer keeps its leases alive (SPEC 5.4). */
export async function heartbeat(
  on: Pick<PeerDependencies, 'store' | 'clock'>,
  principal: Principal | undefined,
): Promise<void> {
  if (principal?.kind !== 'agent') return;
  const { name } = principal;
  for (const { id } of await on.store.listReviews({ owedBy: [name], status: ['in_progress'] }))
    // Where others keep writing to the review, the next call renews it.
    await record(on, id, name, ({ review }) => renewed(review, name, on.clock.now()));
}

function renewed({ peer, status, leaseUntil }: Review, reviewer: string, now: number): Verdict {
  const works = status === 'in_progress' && peer?.assignment?.reviewer === reviewer;
  if (!works || leaseUntil === null || leaseUntil < now) return { events: [] };
  const next = now + peer.terms.silentMinutes * minute;
  if (next - leaseUntil < often) return { events: [] };
  return { events: [{ type: 'reviewer_seen', data: { reviewer, leaseUntil: next } }] };
}
