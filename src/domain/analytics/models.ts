import type { Finding } from '../model/finding.js';
import type { Opinion } from '../model/opinion.js';
import type { Review } from '../model/review.js';
import { seatName } from '../model/seat.js';

/** All embedded reviewers are one model: rules, whatever their role. */
export const embedded = 'embedded';

/** The model of a seat by its `seatName`: the panel's word for it, else its model, else whose seat it is. */
export function modelOf(seat: string, { panel }: Pick<Review, 'panel'>): string {
  const voice = panel?.voices.find(({ seats }) => seats.includes(seat));
  if (voice !== undefined) return voice.model;
  const at = seat.indexOf('@');
  const [who, by] = at < 0 ? [seat, ''] : [seat.slice(0, at), seat.slice(at + 1)];
  if (by === 'embedded') return embedded;
  const colon = by.indexOf(':');
  return colon < 0 ? who.slice(who.lastIndexOf('/') + 1) : by.slice(colon + 1);
}

/** Models that raised a finding. */
export function raisedBy({ sources }: Pick<Finding, 'sources'>, review: Pick<Review, 'panel'>): readonly string[] {
  return [...new Set(sources.map(({ seat }) => modelOf(seat, review)))].sort();
}

/**
 * Models that looked at what a finding is about and could have raised it: those asked for its stage of a panel, else those that gave an
 * opinion in the round in which it was raised. Rules can't see what a reader sees, and are not among them.
 */
export function lookedFor(finding: Finding, review: Review): readonly string[] {
  const seats = finding.sources.map(({ seat }) => seat);
  const stages = (review.panel?.voices ?? []).filter((voice) => voice.seats.some((seat) => seats.includes(seat)));
  const asked =
    stages.length > 0
      ? inStages(new Set(stages.map(({ stage }) => stage)), review)
      : (roundOf(finding, review) ?? []).filter(saidSomething).map(({ seat }) => modelOf(seatName(seat), review));
  return [...new Set(asked)].filter((model) => model !== embedded).sort();
}

function inStages(stages: ReadonlySet<string>, { panel, opinions }: Review): readonly string[] {
  const failed = new Set(opinions.filter((each) => !saidSomething(each)).map(({ seat }) => seatName(seat)));
  const voices = (panel?.voices ?? []).filter(({ stage }) => stages.has(stage));
  return voices.filter(({ seats }) => seats.some((seat) => !failed.has(seat))).map(({ model }) => model);
}

/** Opinions of the round in which somebody first raised it. */
function roundOf({ sources }: Finding, { peer, opinions }: Review): readonly Opinion[] | undefined {
  const rounds = [...(peer?.rounds ?? []).map((round) => round.opinions), opinions];
  return rounds.find((round) =>
    round.some(({ seat, findings }) =>
      sources.some(
        (source) => source.seat === seatName(seat) && findings.some((each) => each.message === source.message),
      ),
    ),
  );
}

/** Whoever failed missed nothing: it did not look. */
export function saidSomething({ failure, verdict }: Opinion): boolean {
  return failure === undefined && verdict !== 'inconclusive';
}
