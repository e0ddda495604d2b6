import { systemClock } from '../adapters/clock/system-clock.js';
import type { Patterns } from '../application/patterns.js';
import { listPatterns, type ReportDependencies } from '../application/patterns/report.js';
import { switchPattern } from '../application/patterns/switch-by-person.js';
import type { Store } from '../application/ports/store.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { callerOf } from './caller.js';
import { digest } from './digest.js';
import type { Local, StoreMode } from './local.js';
import { currentPolicy } from './policy.js';

/** What is learned on this machine, under the policy of the newest commit. */
export function localPatterns({ start, withStore }: Local): Patterns {
  const under = async <T>(
    mode: StoreMode,
    use: (on: ReportDependencies & { readonly store: Store }) => Promise<T | Refusal>,
  ): Promise<T | Refusal> => {
    const inForce = await currentPolicy(start);
    if (isRefusal(inForce)) return inForce;
    return withStore(mode, (store) => use({ store, clock: systemClock, inForce }));
  };
  return {
    list: (filter) => under('read', (on) => listPatterns(on, filter)),
    switch: (ask) => under('write', (on) => switchPattern({ ...on, digest }, callerOf(start), ask)),
  };
}
