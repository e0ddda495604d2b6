import type { ObjectReader } from './object-reader.js';
import type { View } from './view.js';

/** What is needed to resolve revisions. */
export interface History {
  readonly view: View;
  readonly objects: ObjectReader;
  /** The clone has a shallow boundary. */
  readonly shallow: boolean;
}
