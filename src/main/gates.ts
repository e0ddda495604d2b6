import { openRepository } from '../adapters/git/open-repository.js';
import { decideGate } from '../application/gate/decide-by-person.js';
import type { GateDependencies } from '../application/gate/dependencies.js';
import { exportGate, listStanding, showGate, type ListedGate } from '../application/gate/look.js';
import type { Gates } from '../application/gates.js';
import type { GateRow } from '../application/ports/gates.js';
import type { Store } from '../application/ports/store.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { gateDependencies } from './gate-dependencies.js';
import type { Local } from './local.js';

/** Gates on this machine, beside their rows. What only `run` needs is loaded by `run`. */
export function localGates(local: Local): Omit<Gates, 'list' | 'waiting'> & {
  /** Rows of the store, each as its artifact makes it stand now. */
  readonly standing: (store: Store, rows: readonly GateRow[]) => Promise<readonly ListedGate[] | Refusal>;
} {
  const { start, withStore } = local;
  const by = <T>(mode: 'write' | 'look', use: (on: GateDependencies) => Promise<T | Refusal>) =>
    withStore(mode, async (store) => {
      const repository = await openRepository(start.directory, { env: start.env });
      return isRefusal(repository) ? repository : use(gateDependencies(local, store, repository));
    });
  return {
    standing: async (store, rows) => {
      const repository = await openRepository(start.directory, { env: start.env });
      return isRefusal(repository) ? repository : listStanding(gateDependencies(local, store, repository), rows);
    },
    run: async (ask, progress, signal) => (await import('./gate-run.js')).runLocalGate(local, ask, progress, signal),
    show: (gate) => by('look', (on) => showGate(on, gate)),
    decide: (ask) => by('write', (on) => decideGate(on, ask)),
    export: (gate) => by('look', (on) => exportGate(on, gate)),
  };
}
