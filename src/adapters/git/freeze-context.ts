import type { Ahead } from './ahead.js';
import type { Location } from './discover.js';
import type { History } from './history.js';
import type { ObjectReader } from './object-reader.js';

/** What a freeze reads through, for as long as the frozen change is open. */
export interface FreezeContext extends History {
  /** Types and sizes of objects without their content. */
  readonly headers: ObjectReader;
  /** What a change that goes on from this one is read with. */
  readonly ahead: Ahead;
  readonly location: Location;
  readonly env: NodeJS.ProcessEnv;
  /** Bytes. */
  readonly longestPatch: number;
}
