import type { RejectedApproach } from '../model/occurrence.js';
import type { Review } from '../model/review.js';
import { seatName } from '../model/seat.js';
import { reviewerOf } from './known.js';
import { clipped } from './text.js';

/** Why an approach was rejected; undefined where it was not. */
export function rejectedIn(review: Review): RejectedApproach | undefined {
  const { id, type, status, change, personDecision, opinions, completedAt, createdAt, services = [] } = review;
  if (status !== 'rejected') return undefined;
  const rejecting = opinions.find(({ verdict, ground }) => verdict === 'rejected' || ground !== undefined);
  const said =
    personDecision === null
      ? {
          ground: rejecting?.ground ?? null,
          why: clipped(rejecting?.summary ?? ''),
          by: rejecting === undefined ? 'countersign' : reviewerOf(seatName(rejecting.seat)),
        }
      : { ground: null, why: clipped(personDecision.note), by: personDecision.person };
  const names = services.map(({ name }) => name);
  return { review: id, type, services: names, title: clipped(change.title), ...said, at: completedAt ?? createdAt };
}

/** Approaches that whoever makes a change of this kind should know of: of its type, in one of its services where it names any. */
export function ofThatKind(
  rejected: readonly RejectedApproach[],
  { type, services }: { readonly type: string; readonly services: readonly string[] },
): readonly RejectedApproach[] {
  return rejected.filter(
    (each) =>
      each.type === type &&
      (services.length === 0 || each.services.length === 0 || each.services.some((name) => services.includes(name))),
  );
}
