import type { Finding } from '../../../domain/model/finding.js';
import type { EarlierRound } from '../../../domain/model/peer.js';
import { everyFinding, type Review } from '../../../domain/model/review.js';
import type { Objection } from '../../../domain/objections/standing.js';

interface Other {
  readonly other: Review;
  readonly objections: readonly Objection[];
}

/**
 * Rounds in which this creator was asked to mend what the content of a new review holds again: whoever withdraws a review and
 * requests another goes on with the attempts of the first (SPEC 6.3). Another creator begins anew: it was never asked.
 */
export function roundsBefore(
  { creator }: Review,
  inherited: readonly Finding[],
  others: readonly Other[],
): readonly EarlierRound[] {
  const idOf = new Map(inherited.flatMap(({ id, from }) => (from === undefined ? [] : [[keyOf(from), id] as const])));
  const found = new Map<string, EarlierRound>();
  for (const { other, objections } of others) {
    if (other.creator !== creator || objections.length === 0) continue;
    for (const round of roundsOf(other, idOf)) found.set(`${round.at} ${round.content}`, round);
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}

function roundsOf(other: Review, idOf: ReadonlyMap<string, string>): readonly EarlierRound[] {
  const { peer, id: review } = other;
  if (peer === null) return [];
  const rootOf = new Map(everyFinding(other).map(({ id, from }) => [id, keyOf(from ?? { review, finding: id })]));
  const here = (standing: readonly string[]) => standing.flatMap((id) => idOf.get(rootOf.get(id) ?? '') ?? []);
  const own = peer.rounds.filter(({ outcome }) => outcome === 'changes_requested' || outcome === 'rejected');
  return [
    ...peer.before.map((round) => ({ ...round, standing: here(round.standing) })),
    ...own.map(({ headTree, standing, at }) => ({ content: headTree, standing: here(standing), at })),
  ];
}

function keyOf({ review, finding }: { readonly review: string; readonly finding: string }): string {
  return `${review} ${finding}`;
}
