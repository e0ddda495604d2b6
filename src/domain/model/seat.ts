/** Role, driver and model that together owe an opinion (SPEC 1). */
export interface Seat {
  readonly role: string;
  readonly driver: 'embedded' | 'acp' | 'cli' | 'command' | 'model' | 'mcp' | 'human';
  readonly model?: string;
  /** Name under which the policy or the caller knows it; absent where the role is its name. */
  readonly agent?: string;
  /** Only the caller asked for it, not the policy: it may object, and its approval counts for nothing. */
  readonly advisory?: true;
}

/** Whether the policy seated somebody with a judgement of its own: neither rules of an analyzer nor a guest of the caller. */
export function judges({ driver, advisory }: Seat): boolean {
  return driver !== 'embedded' && advisory !== true;
}

/** Drivers that ask somebody at once, instead of waiting until somebody comes. */
export const askedDrivers = ['cli', 'acp', 'command', 'model'] as const satisfies readonly Seat['driver'][];

/** Whether an agent of this driver can be asked at once. */
export function isAsked(driver: Seat['driver']): boolean {
  return askedDrivers.some((each) => each === driver);
}

/** Whether an agent of this driver can be given a seat of a round that begins at once: it is asked, or handed the seat and waited for. */
export function takesSeat(driver: Seat['driver']): boolean {
  return driver === 'mcp' || isAsked(driver);
}

/** Stable name of a seat, unique within a round. */
export function seatName({ role, driver, model, agent }: Seat): string {
  const who = agent === undefined || agent === role ? role : `${role}/${agent}`;
  return model === undefined ? `${who}@${driver}` : `${who}@${driver}:${model}`;
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

/** A seat that was to give an opinion and could not, so that another one took its place (FAULTS 143#1880: visibly). */
export interface StoodIn {
  readonly seat: Seat;
  readonly failure: SeatFailure;
}
