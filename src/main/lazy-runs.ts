import type { Runs } from '../application/runs.js';
import type { Local } from './local.js';

/** Loads runs on the first call that needs more than what waits: other commands pay nothing. */
export function lazyRuns(local: Local): Runs {
  const { withStore } = local;
  let loading: Promise<Omit<Runs, 'waiting'>> | undefined;
  const load = () => (loading ??= import('./runs.js').then(({ localRuns }) => localRuns(local)));
  return {
    start: async (ask) => (await load()).start(ask),
    show: async (run) => (await load()).show(run),
    list: async (ask) => (await load()).list(ask),
    waiting: (limit) => withStore('read', (store) => store.listRuns({ waiting: true, limit })),
    own: async () => (await load()).own(),
    event: async (ask) => (await load()).event(ask),
    answer: async (ask) => (await load()).answer(ask),
    trigger: async (ask) => (await load()).trigger(ask),
    resume: async (ask) => (await load()).resume(ask),
    stop: async (ask) => (await load()).stop(ask),
  };
}
