import type { Gates } from '../application/gates.js';
import type { localGates as LocalGates } from './gates.js';
import type { Local } from './local.js';

/** Loads gates on the first call that needs more than their rows: other commands pay nothing. */
export function lazyGates(local: Local): Gates {
  const { withStore } = local;
  let loading: Promise<ReturnType<typeof LocalGates>> | undefined;
  const load = () => (loading ??= import('./gates.js').then(({ localGates }) => localGates(local)));
  return {
    run: async (ask, progress, signal) => (await load()).run(ask, progress, signal),
    show: async (gate) => (await load()).show(gate),
    list: ({ limit = 50 }) =>
      withStore('read', async (store) => {
        const rows = await store.listGates({ limit });
        const isToCompare = rows.some(({ status, artifactPath }) => status === 'go' && artifactPath !== null);
        return isToCompare
          ? (await load()).standing(store, rows)
          : rows.map((row) => ({ ...row, standing: row.status }));
      }),
    waiting: (limit) => withStore('read', (store) => store.listGates({ waiting: true, limit })),
    decide: async (ask) => (await load()).decide(ask),
    export: async (gate) => (await load()).export(gate),
  };
}
