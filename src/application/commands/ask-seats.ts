import type { Digest } from '../../domain/findings/fingerprint.js';
import type { Opinion } from '../../domain/model/opinion.js';
import type { PanelStage } from '../../domain/model/panel.js';
import type { Review } from '../../domain/model/review.js';
import { seatName, type Seat } from '../../domain/model/seat.js';
import type { Progress } from '../application.js';
import { passesSpec } from '../decide.js';
import type { Packet, Reviewer } from '../ports/reviewer.js';

export interface AskDependencies {
  readonly reviewer: Reviewer;
  readonly digest: Digest;
  readonly progress: (step: Progress) => void;
  readonly signal: AbortSignal;
}

/**
 * The opinions of a round. All seats work at once, but for a panel that asks quality only where spec passed: in every round
 * after the first, and in the first where the policy does not want to guess (SPEC 6.1).
 */
export async function askSeats(
  on: AskDependencies,
  review: Review,
  { packet, seats }: { readonly packet: Packet; readonly seats: readonly Seat[] },
): Promise<readonly Opinion[]> {
  const ask = (asked: readonly Seat[]) => askAtOnce(on, packet, asked);
  const { panel } = review;
  if (panel === undefined || (panel.speculativeQuality && review.revision === 0)) return ask(seats);
  const inStage = (stage: PanelStage): readonly Seat[] => {
    const own = new Set(panel.voices.filter((voice) => voice.stage === stage).flatMap((voice) => voice.seats));
    return seats.filter((seat) => own.has(seatName(seat)));
  };
  const spec = await ask(inStage('spec'));
  if (!passesSpec({ ...review, opinions: spec }, on.digest)) return spec;
  return [...spec, ...(await ask(inStage('quality')))];
}

/** The opinions of seats that all work at the same time. */
export function askAtOnce(
  { reviewer, progress, signal }: Omit<AskDependencies, 'digest'>,
  packet: Packet,
  seats: readonly Seat[],
): Promise<readonly Opinion[]> {
  return reviewer.review(packet, seats, ({ seat, ...told }) => progress({ who: seat, ...told }), signal);
}
