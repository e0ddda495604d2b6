import type { PrepareDependencies } from '../commands/prepare.js';
import type { Caller, IdentifyDependencies } from '../identify.js';
import type { Clock } from '../ports/clock.js';
import type { PolicySince } from '../ports/policy.js';
import type { Reviewer } from '../ports/reviewer.js';

/** What every use case of peer review works with. */
export interface PeerDependencies extends IdentifyDependencies {
  readonly clock: Clock;
  readonly caller: Caller;
  /** Digest of the session or process tree that calls; undefined where it is not known (SPEC 2, rule 4). */
  readonly context: string | undefined;
  readonly policySince: PolicySince;
  /** Applies what is overdue; the number of deadlines that fired. */
  readonly overdue: () => Promise<number>;
  /** Roles that the embedded reviewers play. */
  readonly embeddedRoles: ReadonlySet<string>;
  readonly newId: () => string;
  /** 128 random bits as text, new at each call. */
  readonly newNonce: () => string;
}

/** For use cases that look at a change. */
export interface LookingDependencies extends PeerDependencies {
  readonly looking: PrepareDependencies;
  readonly reviewer: Reviewer;
  /** Reports what the default branch took back since somebody looked last; how many reviews that concerns. */
  readonly traceReverts: () => Promise<number>;
}
