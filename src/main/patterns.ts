import { systemClock } from '../adapters/clock/system-clock.js';
import type { Patterns } from '../application/patterns.js';
import { listPatterns, type ReportDependencies } from '../application/patterns/report.js';
import { switchPattern } from '../application/patterns/switch-by-person.js';
import { duePatterns, openSuggestions, suggestPatterns } from '../application/patterns/suggest.js';
import { StoreUnavailable } from '../application/ports/store.js';
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
  const notice = async () => {
    const due = await under('read', duePatterns);
    if (isRefusal(due) || due.length === 0) return;
    // Whoever only asks is answered where nothing can be written.
    await under('look', suggestPatterns).catch(unlessUnavailable);
  };
  return {
    list: async (filter) => {
      await notice();
      return under('read', (on) => listPatterns(on, filter));
    },
    suggested: async () => {
      await notice();
      return under('read', openSuggestions);
    },
    switch: (ask) => under('write', (on) => switchPattern({ ...on, digest }, callerOf(start), ask)),
  };
}

function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}
