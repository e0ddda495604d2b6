import type { Location } from './discover.js';
import type { History } from './history.js';
import type { ObjectReader } from './object-reader.js';

/** What a freeze reads through, for as long as the frozen change is open. */
export interface FreezeContext extends History {
  /** Types and sizes of objects without their content. */
  readonly headers: ObjectReader;
  readonly location: Location;
  readonly env: NodeJS.ProcessEnv;
  /** Bytes. */
  readonly longestPatch: number;
}
