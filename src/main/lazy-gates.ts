import type { Gates } from '../application/gates.js';
import type { Local } from './local.js';

/** Loads gates on the first call: commands without them pay nothing. */
export function lazyGates(local: Local): Gates {
  let loading: Promise<Gates> | undefined;
  const load = () => (loading ??= import('./gates.js').then(({ localGates }) => localGates(local)));
  return {
    run: async (ask, progress, signal) => (await load()).run(ask, progress, signal),
    show: async (gate) => (await load()).show(gate),
    list: async (ask) => (await load()).list(ask),
    waiting: async (limit) => (await load()).waiting(limit),
    decide: async (ask) => (await load()).decide(ask),
    export: async (gate) => (await load()).export(gate),
  };
}
