import type { Packet, PanelTask, Reviewer, SeatProgress } from '../../application/ports/reviewer.js';
import { noOpinion, type Opinion } from '../../domain/model/opinion.js';
import { seatName, type Seat, type SeatFailure } from '../../domain/model/seat.js';
import type { PanelSeat, SeatedAgent } from '../../domain/seating/seating.js';
import { overBudget } from './seat/budget.js';
import type { DriverFound } from './driver.js';
import { SharedCheckout } from './isolation/shared-checkout.js';
import type { SeatTools } from './seat/ask-part.js';
import { Briefing } from './seat/briefing.js';
import { runSeat } from './seat/run-seat.js';

export interface PanelReviewerOptions extends SeatTools {
  /** How an agent is asked. */
  readonly find: (agent: SeatedAgent, signal: AbortSignal) => Promise<DriverFound>;
}

/** Agents, models and commands that are asked at once, each for one opinion. Wall time is that of the slowest. */
export function panelReviewer(options: PanelReviewerOptions): Reviewer {
  return {
    seats: (packet) => (packet.panel?.seats ?? []).map(({ seat }) => seat),
    review: async (packet, seats, progress, signal) => {
      const { panel } = packet;
      if (panel === undefined) return [];
      const asked = seats.map((seat) => seatOf(panel, seat));
      return reviewAll(packet, panel, asked, { options, progress, signal });
    },
  };
}

function seatOf({ seats }: PanelTask, wanted: Seat): PanelSeat {
  const found = seats.find(({ seat }) => seatName(seat) === seatName(wanted));
  if (found === undefined) throw new Error(`${seatName(wanted)} has no seat in this panel`);
  return found;
}

interface Call {
  readonly options: PanelReviewerOptions;
  readonly progress: (step: SeatProgress) => void;
  readonly signal: AbortSignal;
}

async function reviewAll(
  packet: Packet,
  task: PanelTask,
  asked: readonly PanelSeat[],
  { options, progress, signal }: Call,
): Promise<readonly Opinion[]> {
  const started = performance.now();
  const failed = (seat: Seat, failure: SeatFailure) => noOpinion(seat, failure, performance.now() - started);
  const briefing = await Briefing.read(packet, task).catch((error: unknown) => faultOf(error, signal));
  if ('kind' in briefing) return asked.map(({ seat }) => failed(seat, briefing));
  const over = overBudget(briefing, asked);
  if (over !== undefined) return asked.map(({ seat }) => failed(seat, over));
  const checkout = new SharedCheckout(packet.frozen);
  try {
    return await Promise.all(
      asked.map(async (panel) => {
        const tell = (step: string, lasting?: true): void =>
          progress({ seat: seatName(panel.seat), step, ...(lasting && { lasting }) });
        const context = { briefing, tools: options, checkout, find: options.find, signal, progress: tell };
        // One seat's fault, even one of this program, takes no other seat's opinion away.
        return runSeat(panel, context).catch((error: unknown) => failed(panel.seat, faultOf(error, signal)));
      }),
    );
  } finally {
    // Nobody waits for it. What could not be removed goes with the temporary directory of this process.
    checkout.remove().catch(() => undefined);
  }
}

function faultOf(error: unknown, signal: AbortSignal): SeatFailure {
  const detail = error instanceof Error ? error.message : String(error);
  return { kind: signal.aborted ? 'cancelled' : 'crashed', detail };
}
