import type { Opinion } from '../model/opinion.js';
import type { Review } from '../model/review.js';
import { seatName } from '../model/seat.js';

/**
 * Opinions whose own seat said the opposite of the same content later and, asked for a clarification, stayed with it (SPEC 5.6): one of the two was
 * wrong, so the pair counts as one wrong opinion.
 */
export function contradicted({ peer, opinions, change }: Review): readonly Opinion[] {
  const rounds = [...(peer?.rounds ?? []), { headTree: change.headTree, opinions }];
  const given = rounds.flatMap((round) =>
    round.opinions.filter(isConclusive).map((opinion) => ({ opinion, headTree: round.headTree })),
  );
  return given.flatMap(({ opinion, headTree }, index) => {
    if (opinion.clarification === undefined) return [];
    const before = given.slice(0, index).findLast((each) => seatName(each.opinion.seat) === seatName(opinion.seat));
    if (before?.headTree !== headTree) return [];
    return approves(before.opinion) === approves(opinion) ? [] : [before.opinion];
  });
}

function isConclusive({ verdict, failure }: Opinion): boolean {
  return verdict !== 'inconclusive' && failure === undefined;
}

function approves({ verdict }: Opinion): boolean {
  return verdict === 'approved';
}
