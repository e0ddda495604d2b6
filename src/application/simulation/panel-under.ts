import { votesAmong } from '../../domain/calibration/votes.js';
import type { PanelTerms } from '../../domain/model/panel.js';
import type { Policy } from '../../domain/model/policy.js';
import type { Review } from '../../domain/model/review.js';
import { seatName, type Seat } from '../../domain/model/seat.js';
import type { SeatsUnder } from './seats.js';

export interface PanelUnder extends SeatsUnder {
  readonly terms: PanelTerms;
}

/** The panel of the other policy: voices of models that were asked stand in the journal, of others nobody knows a word. */
export function panelUnder({ opinions, ...review }: Review, recorded: PanelTerms, policy: Policy): PanelUnder {
  const { strategy, parallelModels, singleModel, speculativeQuality, autoApprove, autoReject } = policy.panel;
  const models = strategy === 'single' ? [singleModel] : [...new Set(parallelModels)];
  const unasked: Seat[] = [];
  const voices = models.flatMap((model) => {
    const heard = recorded.voices.filter((voice) => voice.model === model);
    if (heard.length > 0) return heard;
    return (['spec', 'quality'] as const).map((stage) => {
      const seat: Seat = { role: stage, driver: 'cli', agent: model };
      unasked.push(seat);
      return { stage, model, seats: [seatName(seat)] };
    });
  });
  const { votes: known, ...terms } = recorded;
  const votes = votesAmong(models, known?.pairs ?? []);
  const seats = voices.flatMap((voice) => voice.seats);
  const owed = new Set(seats);
  const names = ({ seat, inPlaceOf = [] }: Review['opinions'][number]) =>
    [seat, ...inPlaceOf.map((each) => each.seat)].map(seatName);
  return {
    terms: {
      ...terms,
      strategy: models.length === 1 ? 'single' : strategy,
      models,
      speculativeQuality,
      autoApprove: autoApprove && policy.protocol === 'panel',
      autoReject,
      voices,
      ...(votes !== undefined && { votes }),
    },
    seats: review.seats.length === 0 ? [] : seats,
    opinions: opinions.filter((opinion) => names(opinion).some((name) => owed.has(name))),
    doubtful: [],
    unasked,
  };
}
