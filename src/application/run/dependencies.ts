import type { Principal } from '../../domain/model/agent.js';
import type { Policy } from '../../domain/model/policy.js';
import type { Refusal } from '../../domain/model/refusal.js';
import type { Caller, IdentifyDependencies } from '../identify.js';
import type { Clock } from '../ports/clock.js';

/** What every use case of runs works with. */
export interface RunDependencies extends IdentifyDependencies {
  readonly clock: Clock;
  readonly caller: Caller;
  /** Applies what is overdue; the number of deadlines that fired. */
  readonly overdue: () => Promise<number>;
  /** Signs of life for the reviews that an agent does at the moment (SPEC 5.4). */
  readonly heartbeat: (principal: Principal) => Promise<void>;
}

export interface StartRunDependencies extends RunDependencies {
  readonly newId: () => string;
  /** The policy that the newest commit holds. */
  readonly policy: () => Promise<Policy | Refusal>;
}
