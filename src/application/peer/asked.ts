import type { PeerRequest } from '../../domain/model/peer.js';
import type { Prepared } from '../commands/prepare.js';
import type { RequestReview } from '../peer-review.js';

/** What somebody asks for, with everything that the policy says of it. */
export interface Asked {
  readonly ask: RequestReview;
  readonly request: PeerRequest;
  readonly prepared: Prepared;
}
