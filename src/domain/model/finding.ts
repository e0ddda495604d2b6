import type { KnownFalse } from './memory.js';
import type { Severity } from './verdict.js';

/** `open` counts against the change. The others stay on record and visible (SPEC 2, rule 8). */
export type FindingState = 'open' | 'dismissed' | 'risk_accepted' | 'resolved' | 'refuted' | 'suppressed';

/** Where a finding points. `base` is used for what the change removed. */
export type Side = 'head' | 'base';

/** A finding as one seat raised it, before merging. */
export interface RaisedFinding {
  /** Id of the rule that raised it, e.g. `tests/skipped`; absent when a reader without rules raised it. */
  readonly rule?: string;
  readonly severity: Severity;
  /** The reviewer's own word, only where it differs from the canonical one. */
  readonly statedSeverity?: string;
  readonly category: string;
  readonly file?: string;
  readonly side?: Side;
  readonly line?: number;
  readonly endLine?: number;
  /** Where the place is not the one that the reviewer stated, what it stated and why it is not shown so. */
  readonly placeNote?: string;
  /** The text of the line or lines it points at. */
  readonly quote?: string;
  /** Why it matters and what to do. */
  readonly message: string;
  /** Only where there is a sure one. */
  readonly suggestion?: string;
  /** How the same content is known again in another change; absent where nobody put the content before its reviewer. */
  readonly marks?: Marks;
  /** Of an embedded reviewer: what is remembered of exactly this finding (SPEC 6.5). */
  readonly known?: KnownFalse;
}

/**
 * Digests of changed lines without their white space, 20 hex digits each. A change holds again what was objected to where it
 * holds half of either list.
 */
export interface Marks {
  /** The lines that are pointed at, each under its path. */
  readonly at: readonly string[];
  /** Some of the lines around them, whatever their file is called. */
  readonly around: readonly string[];
}

export interface FindingSource {
  /** `seatName` of the seat that raised it. */
  readonly seat: string;
  readonly message: string;
  readonly severity: Severity;
}

/** A durable entity: one problem, with every wording and source it was raised by. */
export interface Finding extends RaisedFinding {
  readonly id: string;
  /** The same problem at the same place; stable when lines shift. */
  readonly fingerprint: string;
  readonly state: FindingState;
  readonly agreement: 'agreed' | 'only' | 'contradiction';
  readonly sources: readonly FindingSource[];
  /** Present when somebody disposed of the finding. */
  readonly disposition?: Disposition;
  /** Who last found it fixed or judged it wrong; says something only while it is resolved or refuted. */
  readonly verifiedBy?: string;
  /** While it is resolved: those of its `marks` that the content it was found fixed on did not hold any more. */
  readonly gone?: Marks;
  /** Where it was raised, when it stands here because the change holds what another review objected to. */
  readonly from?: { readonly review: string; readonly finding: string };
}

/** What somebody decided about a finding. It holds only for the content it was decided on. */
export interface Disposition {
  readonly state: Exclude<FindingState, 'resolved' | 'refuted' | 'suppressed'>;
  readonly actor: string;
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** `human` when a human credential stood behind it; only then does it change a decision (SPEC 2, rule 4). */
  readonly authority: 'human' | 'claimed';
}

/**
 * Whether a finding counts against the change. A disposition takes it out of the count only when a human credential stood
 * behind it: otherwise the author could wave through what was raised against the work (SPEC 2, rule 4).
 */
export function counts({
  state,
  disposition,
}: {
  readonly state: FindingState;
  readonly disposition?: Disposition | null;
}): boolean {
  if (state === 'resolved' || state === 'refuted' || state === 'suppressed') return false;
  return state === 'open' || disposition?.authority === 'claimed';
}
