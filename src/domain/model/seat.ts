/** Role, driver and model that together owe an opinion (SPEC 1). */
export interface Seat {
  readonly role: string;
  readonly driver: 'embedded' | 'acp' | 'cli' | 'command' | 'model' | 'mcp' | 'human';
  readonly model?: string;
}

/** Stable name of a seat, unique within a round. */
export function seatName(seat: Seat): string {
  return seat.model === undefined ? `${seat.role}@${seat.driver}` : `${seat.role}@${seat.driver}:${seat.model}`;
}

/** `seatName` of the seat of an agent that answers through the MCP tools or the command line. */
export function peerSeat(agent: string): string {
  return seatName({ role: agent, driver: 'mcp' });
}

/** `seatName` of the seat that only a person can fill. */
export const personSeat = 'human@human';

/** Why a seat gave no usable opinion. Every one of them is `inconclusive` (SPEC 2, rule 1). */
export interface SeatFailure {
  readonly kind:
    | 'unreadable'
    | 'timed_out'
    | 'idle'
    | 'cancelled'
    | 'quota'
    | 'not_installed'
    | 'not_logged_in'
    | 'refused_by_sandbox'
    | 'crashed';
  readonly detail: string;
}
