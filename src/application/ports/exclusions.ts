import type { PathFact } from '../../domain/model/policy.js';
import type { FrozenChange } from './repository.js';

/**
 * Which entries really are what an exclusion rule means, by path, with the name of the rule. A rule that names a kind of
 * content (`media`) applies only when the bytes agree: an executable called `logo.png` is not excluded.
 */
export type ConfirmExclusions = (
  frozen: FrozenChange,
  facts: readonly PathFact[],
) => Promise<Readonly<Record<string, string>>>;
