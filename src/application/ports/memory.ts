import type { Occurrence } from '../../domain/model/occurrence.js';

/** How many of the latest findings memory looks at, so that it costs the same in a store of any size. */
export const OCCURRENCES_LOOKED_AT = 2_000;
/** How many of the latest findings that were decided to be wrong it knows of without being asked about one. */
export const WRONG_LOOKED_AT = 200;

/** Where a finding was decided to be wrong; whether whoever said so may be believed is for the journal to say. */
export interface DecidedWrong {
  readonly knownAs: string;
  readonly review: string;
  readonly finding: string;
  readonly service: string;
}

/** What memory reads (SPEC 6.5). */
export interface MemoryReadModels {
  /** The newest first, at most `OCCURRENCES_LOOKED_AT`. */
  occurrences(): Promise<readonly Occurrence[]>;
  /** Dismissed and refuted ones, the newest first, at most `WRONG_LOOKED_AT` of each. */
  wrongOccurrences(): Promise<readonly Occurrence[]>;
  /** Dismissed and refuted findings that are known by any of these, the newest first, at most 8 of each. */
  decidedWrong(knownAs: readonly string[]): Promise<readonly DecidedWrong[]>;
}
