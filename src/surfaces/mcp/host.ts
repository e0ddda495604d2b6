import type { Application } from '../../application/application.js';
import type { PeerReview } from '../../application/peer-review.js';
import type { Runs } from '../../application/runs.js';
import type { Refusal } from '../../domain/model/refusal.js';

/** What the server asks of the application. */
export interface Reviews extends Pick<Application, 'show' | 'list' | 'currentPolicy' | 'position' | 'reviewsAfter'> {
  readonly peer: PeerReview;
  readonly runs: Runs;
}

/** What a server is started with. */
export interface Host {
  /** The application of the working directory, loaded at the first call. It may fail now and work later. */
  readonly reviews: () => Promise<Reviews | Refusal>;
  /** Whether `COUNTERSIGN_TOKEN` was set when the process started. */
  readonly identified: boolean;
  readonly version: string;
  /** Reports a fault of the server; never to stdout. */
  readonly report: (fault: unknown) => void;
}
