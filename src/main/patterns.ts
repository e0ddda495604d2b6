import { systemClock } from '../adapters/clock/system-clock.js';
import type { Patterns } from '../application/patterns.js';
import { listPatterns, type ReportDependencies } from '../application/patterns/report.js';
import { switchPattern } from '../application/patterns/switch-by-person.js';
import { duePatterns, openSuggestions, suggestPatterns } from '../application/patterns/suggest.js';
import type { PolicyInForce } from '../application/ports/policy.js';
import { StoreUnavailable } from '../application/ports/store.js';
import type { Store } from '../application/ports/store.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { callerOf } from './caller.js';
import { digest } from './digest.js';
import type { Local, StoreMode } from './local.js';
import { currentPolicy } from './policy.js';

type Use<T> = (on: ReportDependencies & { readonly store: Store }) => Promise<T | Refusal>;
/** Uses the store under one policy, which is read once for all that is asked of it. */
type Under = <T>(mode: StoreMode, use: Use<T>) => Promise<T | Refusal>;

/** What is learned on this machine, under the policy of the newest commit. */
export function localPatterns({ start, withStore }: Local): Patterns {
  const under =
    (inForce: PolicyInForce): Under =>
    (mode, use) =>
      withStore(mode, (store) => use({ store, clock: systemClock, inForce }));
  const noticed = async <T>(use: Use<T>): Promise<T | Refusal> => {
    const inForce = await currentPolicy(start);
    if (isRefusal(inForce)) return inForce;
    await notice(under(inForce));
    return under(inForce)('read', use);
  };
  return {
    list: (filter) => noticed((on) => listPatterns(on, filter)),
    suggested: () => noticed(openSuggestions),
    switch: async (ask) => {
      const inForce = await currentPolicy(start);
      if (isRefusal(inForce)) return inForce;
      return under(inForce)('write', (on) => switchPattern({ ...on, digest }, callerOf(start), ask));
    },
  };
}

async function notice(under: Under): Promise<void> {
  const due = await under('read', duePatterns);
  if (isRefusal(due) || due.length === 0) return;
  // Whoever only asks is answered where nothing can be written.
  await under('look', suggestPatterns).catch(unlessUnavailable);
}

function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}
