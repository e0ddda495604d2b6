import type { BranchTip } from '../../domain/model/change.js';
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

/**
 * The policy that a branch holds now; undefined where the branch still stands where it stood, is gone, or holds a policy nobody can
 * use.
 */
export type PolicySince = (stood: BranchTip) => Promise<PolicyInForce | undefined>;
