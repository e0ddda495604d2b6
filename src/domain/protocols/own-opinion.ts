import type { Seat } from '../model/seat.js';
import { plain, spellings } from '../model/spelling.js';

/** Whose work a round judges. */
export interface Makers {
  readonly creator: string;
  /** In a fix loop: the agent that mends. */
  readonly fixer?: string;
}

/**
 * Why the opinion of a seat is one on the own work (SPEC 2, rule 4), in a sentence; undefined where nothing says so. The embedded
 * reviewers are code of this program, whatever name an author has.
 */
export function onOwnWork(seat: Seat, { creator, fixer }: Makers): string | undefined {
  if (seat.driver === 'embedded') return undefined;
  if (fills(creator, seat)) return `${creator} made the change and cannot review it`;
  if (fixer !== undefined && fills(fixer, seat)) return `${fixer} mends the change and cannot review it`;
  return undefined;
}

/** Under its name, its role, or that of the model that it runs. */
function fills(maker: string, { role, agent, model }: Seat): boolean {
  if (plain(maker) === plain(role)) return true;
  const names = new Set([agent, model].flatMap((name) => (name === undefined ? [] : [plain(name)])));
  return spellings(maker).some((spelling) => names.has(spelling));
}
