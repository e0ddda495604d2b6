import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../adapters/clock/system-clock.js';
import { openRepository } from '../adapters/git/open-repository.js';
import type { Memory, MemoryFile } from '../application/memory.js';
import { pages } from '../application/memory/pages.js';
import { rejectedApproaches, remembered } from '../application/memory/recall.js';
import { memoryReport, type ServiceRules } from '../application/memory/report.js';
import type { Store } from '../application/ports/store.js';
import type { Policy } from '../domain/model/policy.js';
import { isRefusal, refuse, type Refusal } from '../domain/model/refusal.js';
import type { Local } from './local.js';
import { writeTree } from './memory-tree.js';
import { currentPolicy } from './policy.js';
import type { Start } from './store-directory.js';

/** What reviewers remember on this machine. */
export function localMemory({ start, withStore }: Local): Memory {
  return {
    show: ({ service }) =>
      withStore('read', async (store) => {
        const [{ services }, rejected, rules] = await Promise.all([
          remembered(store, systemClock.now()),
          rejectedApproaches(store),
          rulesInForce(start),
        ]);
        return memoryReport({ services, rejected }, rules, service);
      }),
    rebuild: () => withStore('read', (store) => writeMemory(start, store)),
  };
}

/** Writes the tree below the top of the worktree; unasked only where the project has a folder of ours. */
export async function writeMemory(
  start: Start,
  store: Store,
  when: 'anyway' | 'where_initialised' = 'anyway',
): Promise<readonly MemoryFile[] | Refusal> {
  const repository = await openRepository(start.directory, { env: start.env });
  if (isRefusal(repository)) return repository;
  if (repository.top === undefined)
    return refuse('no_worktree', 'a bare repository has no place for the memory', 'run it in a clone with files');
  if (when === 'where_initialised' && !existsSync(join(repository.top, '.countersign'))) return [];
  const [{ services, occurrences }, rejected, rules] = await Promise.all([
    remembered(store, systemClock.now()),
    rejectedApproaches(store),
    rulesInForce(start),
  ]);
  return writeTree(repository.top, pages({ services, occurrences, rejected, rules }));
}

/** A policy that nobody can use has no rules for anybody; what is remembered is there all the same. */
async function rulesInForce(start: Start): Promise<ServiceRules> {
  const inForce = await currentPolicy(start);
  return rulesOf(isRefusal(inForce) ? [] : inForce.policy.paths);
}

function rulesOf(paths: Policy['paths']): ServiceRules {
  const rules = new Map<string, readonly string[]>();
  for (const { service, rules: own = [] } of paths)
    if (service !== undefined) rules.set(service, [...new Set([...(rules.get(service) ?? []), ...own])]);
  return rules;
}
