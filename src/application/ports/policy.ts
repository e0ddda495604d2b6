import type { Policy } from '../../domain/model/policy.js';
import type { Refusal } from '../../domain/model/refusal.js';
import type { PolicyOrigin } from '../../domain/model/review.js';

export interface PolicyInForce {
  readonly policy: Policy;
  readonly origin: PolicyOrigin;
}

/** Reads the policy that a revision holds; the default policy where it holds none. */
export type ReadPolicy = (
  readFile: (path: string) => Promise<Uint8Array | undefined>,
) => Promise<PolicyInForce | Refusal>;
