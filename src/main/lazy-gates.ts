import type { Gates } from '../application/gates.js';
import type { Local } from './local.js';

/** Loads gates on the first call that needs more than their rows: other commands pay nothing. */
export function lazyGates(local: Local): Gates {
  const { withStore } = local;
  let loading: Promise<Omit<Gates, 'list' | 'waiting'>> | undefined;
  const load = () => (loading ??= import('./gates.js').then(({ localGates }) => localGates(local)));
  return {
    run: async (ask, progress, signal) => (await load()).run(ask, progress, signal),
    show: async (gate) => (await load()).show(gate),
    list: ({ limit = 50 }) => withStore('read', (store) => store.listGates({ limit })),
    waiting: (limit) => withStore('read', (store) => store.listGates({ waiting: true, limit })),
    decide: async (ask) => (await load()).decide(ask),
    export: async (gate) => (await load()).export(gate),
  };
}
