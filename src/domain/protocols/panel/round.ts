import type { Finding } from '../../model/finding.js';
import type { Opinion } from '../../model/opinion.js';
import type { PanelTerms } from '../../model/panel.js';
import type { Criterion } from '../../model/review.js';
import type { Makers } from '../own-opinion.js';

/** Everything that the protocol `panel` looks at when a round is complete. All of it stands in the journal. */
export interface PanelRound extends Makers {
  readonly terms: PanelTerms;
  readonly criteria: readonly Criterion[];
  readonly opinions: readonly Opinion[];
  /** Findings that count against the change. */
  readonly counting: readonly Finding[];
  /** Findings of earlier rounds that a fix loop has mended, and nobody who raised them has seen that. */
  readonly unverified?: readonly Finding[];
  readonly coverage: readonly { readonly path: string; readonly coverage: string; readonly rule?: string }[];
  /** 0 in the first round. */
  readonly revision: number;
}
