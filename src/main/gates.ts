import { createHash } from 'node:crypto';
import { artifactFiles } from '../adapters/gate-files/artifact-files.js';
import { systemClock } from '../adapters/clock/system-clock.js';
import { openRepository } from '../adapters/git/open-repository.js';
import { userName } from '../adapters/git/user-name.js';
import { tick } from '../application/deadlines/tick.js';
import { decideGate } from '../application/gate/decide-by-person.js';
import type { GateDependencies } from '../application/gate/dependencies.js';
import { exportGate, showGate } from '../application/gate/look.js';
import type { Gates } from '../application/gates.js';
import type { Repository } from '../application/ports/repository.js';
import type { Store } from '../application/ports/store.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { digest } from './digest.js';
import type { Local } from './local.js';

/** Gates on this machine, beside their rows. What only `run` needs is loaded by `run`. */
export function localGates(local: Local): Omit<Gates, 'list' | 'waiting'> {
  const { start, withStore } = local;
  const look = <T>(use: (on: GateDependencies) => Promise<T | Refusal>) =>
    withStore('write', async (store) => {
      const repository = await openRepository(start.directory, { env: start.env });
      return isRefusal(repository) ? repository : use(gateDependencies(local, store, repository));
    });
  return {
    run: async (ask, progress, signal) => (await import('./gate-run.js')).runLocalGate(local, ask, progress, signal),
    show: (gate) => look((on) => showGate(on, gate)),
    decide: (ask) => look((on) => decideGate(on, ask)),
    export: (gate) => look((on) => exportGate(on, gate)),
  };
}

/** What gates work with on this machine. */
export function gateDependencies({ start }: Local, store: Store, { top }: Repository): GateDependencies {
  const on = { store, clock: systemClock, digest };
  return {
    ...on,
    caller: { token: start.token, claimed: () => userName(start.directory, start.env) },
    overdue: async () => (await tick(on)).fired,
    artifacts: artifactFiles(top ?? start.directory),
    digestBytes: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  };
}
